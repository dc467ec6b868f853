import { Script } from "node:vm";
import { expect, it } from "vitest";
import { AX_SCRIPT } from "../src/desktop/macos/ax-script.js";
import { nodeFromAx } from "../src/desktop/macos/node-from-ax.js";
import { nodeFromUia } from "../src/desktop/windows/node-from-uia.js";
import { UIA_SCRIPT } from "../src/desktop/windows/uia-script.js";
import { denseView } from "../src/tree/dense-view.js";
import { NodeIds } from "../src/tree/node-ids.js";

// The drivers themselves run only on their systems, through driver-contract.ts; what can be checked here is this.

it("puts what UI Automation says into our words", () => {
  const form = nodeFromUia({
    id: "42.1",
    type: "Window",
    name: "Order form",
    children: [
      { id: "42.2", type: "Edit", name: "Name", value: "Ada", focused: true, box: [10, 20, 200, 30] },
      { id: "42.3", type: "Edit", name: "Secret", password: true, value: "hunter2" },
      { id: "42.4", type: "CheckBox", name: "Express", toggle: 2 },
      {
        id: "42.5",
        type: "ComboBox",
        name: "Size",
        value: "Small",
        expand: 0,
        children: [{ id: "42.6", type: "ListItem", name: "Large" }],
      },
      { id: "42.7", type: "RadioButton", name: "Card", selected: true },
      { id: "42.8", type: "Button", name: "Save order", invokable: true, disabled: true },
      { id: "42.9", type: "Text", name: "Away", offscreen: true },
    ],
  });
  expect(denseView([form], new NodeIds(), { apart: true })).toEqual([
    "# Order form",
    "[1_ Name=Ada](focused)",
    "[2_ Secret=•••]",
    "[3▣ Express]",
    "[4▼ Size=Small]",
    "[5● Card]",
    "[6 Save order](disabled)",
    "(1 more nodes are out of sight)",
  ]);
  expect(form.children[0]!.bounds).toEqual({ x: 10, y: 20, width: 200, height: 30 });
});

it("puts what the accessibility interface of macOS says into our words", () => {
  const form = nodeFromAx({
    path: "501/0",
    role: "AXWindow",
    name: "Order form",
    children: [
      { path: "501/0.0", role: "AXTextField", name: "Name", value: "Ada" },
      {
        path: "501/0.1",
        role: "AXTextField",
        subrole: "AXSecureTextField",
        name: "Secret",
        value: "hunter2",
      },
      { path: "501/0.2", role: "AXCheckBox", name: "Express", value: 1 },
      { path: "501/0.3", role: "AXPopUpButton", name: "Size", value: "Small" },
      { path: "501/0.4", role: "AXStaticText", value: "Nothing saved" },
      { path: "501/0.5", role: "AXButton", name: "Save order", actions: ["AXPress"] },
    ],
  });
  expect(denseView([form], new NodeIds(), { apart: true })).toEqual([
    "# Order form",
    "[1_ Name=Ada]",
    "[2_ Secret=•••]",
    "[3■ Express]",
    "[4▼ Size=Small]",
    "Nothing saved",
    "[5 Save order]",
  ]);
});

it("has scripts that fit a command line and parse", () => {
  expect(() => new Script(AX_SCRIPT)).not.toThrow();
  const encoded = Buffer.from(UIA_SCRIPT, "utf16le").toString("base64");
  expect(encoded.length).toBeLessThan(30_000);
  const open = (sign: string) => UIA_SCRIPT.split(sign).length;
  expect([open("{"), open("(")]).toEqual([open("}"), open(")")]);
});

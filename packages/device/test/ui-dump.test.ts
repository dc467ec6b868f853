import { expect, it } from "vitest";
import { asciiCommands } from "../src/android/android-text.js";
import { readUiDump } from "../src/android/read-ui-dump.js";
import { denseView } from "../src/tree/dense-view.js";
import { NodeIds } from "../src/tree/node-ids.js";
import { everyNode } from "../src/tree/ui-node.js";
import { uiDump, uiNode } from "./fake-phone.js";

const viewOf = (xml: string): string => denseView([readUiDump(xml)], new NodeIds()).join("\n");

/** A settings screen as apps draw it: rows of layouts with a title, a summary and a switch. */
const settings = uiDump(
  Array.from({ length: 24 }, (_, index) => {
    const [top, bottom] = [index * 90, index * 90 + 88];
    const bounds = `[0,${top}][1080,${bottom}]`;
    const titles = [
      uiNode("widget.TextView", { id: "title", text: `Setting ${index}`, bounds }),
      uiNode("widget.TextView", { id: "summary", text: index % 2 ? "On" : "Off", bounds }),
    ].join("");
    const box = uiNode("widget.RelativeLayout", { bounds, inner: titles });
    const frame = uiNode("widget.LinearLayout", {
      id: "frame",
      bounds,
      inner: uiNode("widget.ImageView", { bounds }),
    });
    return uiNode("widget.LinearLayout", { flags: "clickable focusable", bounds, inner: frame + box });
  }).join(""),
);

it("makes a dump 20 times smaller, with an id at each row", () => {
  const text = viewOf(settings);
  expect(settings.length / text.length).toBeGreaterThan(20);
  expect(text).toContain("[1 Setting 0 · Off]");
  expect(text.match(/\[\d+ Setting/g)).toHaveLength(24);
});

it("masks the text of password fields everywhere, and knows how long it is", () => {
  const field = uiNode("widget.EditText", {
    id: "pw",
    text: "hunter2",
    flags: "clickable password",
    bounds: "[0,0][9,9]",
  });
  const row = uiNode("widget.LinearLayout", { flags: "clickable", bounds: "[0,0][9,9]", inner: field });
  const tree = readUiDump(uiDump(row + row));
  expect(JSON.stringify(tree)).not.toContain("hunter2");
  expect([...everyNode(tree)].find(({ role }) => role === "password")).toMatchObject({
    value: "•••",
    chars: 7,
  });
});

it("gives rows that share an id keys of their own, which stay when the list moves", () => {
  const row = (text: string) => {
    const inner = uiNode("widget.TextView", { id: "name", text, bounds: "[0,0][9,9]" });
    return uiNode("widget.LinearLayout", { id: "row", flags: "clickable", bounds: "[0,0][9,9]", inner });
  };
  const keysOf = (rows: string[]) =>
    new Map(
      [...everyNode(readUiDump(uiDump(rows.map(row).join(""))))]
        .filter(({ acts }) => acts)
        .map(({ key, children }) => [children[0]!.name, key]),
    );
  const before = keysOf(["A", "B", "B", "C"]);
  const after = keysOf(["B", "C", "D"]);
  expect(after.get("C")).toBe(before.get("C"));
  const all = [...everyNode(readUiDump(uiDump(["A", "B", "B"].map(row).join(""))))].map(({ key }) => key);
  expect(new Set(all).size).toBe(all.length);
});

it("drops what has no size, and refuses what is no XML", () => {
  expect(viewOf(uiDump(uiNode("widget.Button", { text: "Gone", bounds: "[0,0][0,0]" })))).toContain(
    "1 more nodes are out of sight",
  );
  expect(() => readUiDump("<hierarchy><node")).toThrow(expect.objectContaining({ code: "no-tree" }));
});

it("writes ASCII so that the device's shell and `input text` leave it as it is", () => {
  expect(asciiCommands("a b")).toEqual(["input text 'a%sb'"]);
  expect(asciiCommands("it's 100%s\nx\ty")).toEqual([
    "input text 'it'\\''s%s100%'",
    "input text 's'",
    "input keyevent KEYCODE_ENTER",
    "input text 'x'",
    "input keyevent KEYCODE_TAB",
    "input text 'y'",
  ]);
});

import { fileURLToPath } from "node:url";
import { expect, it } from "vitest";
import { runReadmeExample } from "../../../scripts/readme-example.mjs";
import * as find from "../src/find.js";
import * as surface from "../src/index.js";

it("exports exactly these values", () => {
  expect(Object.keys(surface).sort()).toEqual([
    ...[
      "BRIDGE_PORTS",
      "BridgeLink",
      "BrowserDriver",
      "BrowserError",
      "EXTENSION_ID",
      "WIRE_VERSION",
      "attachBrowser",
      "bridgeAnswers",
      "findBrowsers",
      "installExtension",
      "launchBrowser",
      "observe",
      "openBridge",
      "profileOwner",
      "setupPage",
      "setupPicture",
      "setupSteps",
    ],
  ]);
  expect(Object.keys(find)).toEqual(["findBrowsers"]);
});

it("runs the README example as it stands", () => {
  const { status, stdout, stderr } = runReadmeExample(fileURLToPath(new URL("..", import.meta.url)));
  expect(stderr).toBe("");
  expect(status).toBe(0);
  expect(stdout).toBe("# Boots\n[1 Buy]\ntrue\n");
});

import { fileURLToPath } from "node:url";
import { expect, it } from "vitest";
import { runReadmeExample } from "../../../scripts/readme-example.mjs";
import * as surface from "../src/index.js";
import "./tool-bench.js";

it("exports exactly these values", () => {
  expect(Object.keys(surface).sort()).toEqual([
    "ACTION_KINDS",
    "BackgroundProcesses",
    "PRESET_NAMES",
    "SecretMask",
    "ToolRefusal",
    "UNTRUSTED_MARK",
    "answersText",
    "bubblewrap",
    "childEnvironment",
    "createTools",
    "decide",
    "describeAction",
    "describeChanges",
    "describeTab",
    "detectSandbox",
    "endBackground",
    "isInside",
    "listBackground",
    "noSandbox",
    "permissionGate",
    "policyOf",
    "realPathOf",
    "rulesFor",
    "sandboxRuntime",
    "scriptSteps",
    "strongestSandbox",
    "withPermissions",
    "writeFileAtomically",
  ]);
});

it("runs the README example as it stands", () => {
  const { status, stdout, stderr } = runReadmeExample(fileURLToPath(new URL("..", import.meta.url)));
  expect(stderr).toBe("");
  expect(status).toBe(0);
  expect(stdout).toMatch(/^exit 0\n(.*\n)?hello from bash\n/);
  expect(stdout).toContain("done after 2 turns: It says hello.");
});

import { execFileSync } from "node:child_process";
import { fileURLToPath } from "node:url";
import { expect, it } from "vitest";
import { runReadmeExample } from "../../../scripts/readme-example.mjs";
import * as surface from "../src/index.js";

it("exports exactly these values", () => {
  expect(Object.keys(surface).sort()).toEqual([
    "GenericAgentError",
    "ProgressGuard",
    "addUsage",
    "agentRunnerLoop",
    "checkArgs",
    "createHandler",
    "emptyUsage",
    "errorMessage",
    "isGenericAgentError",
    "noToolStep",
    "text",
    "textOf",
    "toolCallsOf",
    "userMessage",
  ]);
});

it("knows an error of another copy of the package by its brand", async () => {
  const copy = await import("../dist/index.js");
  const error = new copy.GenericAgentError({ code: "x", message: "y", cause: 1 });
  expect(error instanceof surface.GenericAgentError).toBe(false);
  expect(surface.isGenericAgentError(error)).toBe(true);
  expect(error).toMatchObject({ name: "GenericAgentError", code: "x", retryable: false, cause: 1 });
  expect(surface.isGenericAgentError(new Error("y"))).toBe(false);
});

const packageDir = fileURLToPath(new URL("..", import.meta.url));

it("runs the README example as it stands", () => {
  const { status, stdout, stderr } = runReadmeExample(packageDir);
  expect(stderr).toBe("");
  expect(status).toBe(0);
  expect(stdout).toContain("done after 2 turns: The sum is 5.");
});

it("loads by require, in Node versions that can", () => {
  const script = 'console.log(typeof require("@genericagent/core-loop").agentRunnerLoop)';
  const printed = execFileSync(process.execPath, ["-e", script], { cwd: packageDir, encoding: "utf8" });
  expect(printed.trim()).toBe("function");
});

import { spawn } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import { startModelServer } from "@genericagent/llm/testing";
import { describe, expect, it, onTestFinished } from "vitest";
import * as lean from "../src/create-agent.js";
import { tempDir } from "./temp-dir.js";

const packageDir = fileURLToPath(new URL("..", import.meta.url));

/** Prints the address of each module that is loaded until the model has answered, and whether Node's fetch is. */
const SCRIPT = `
import { register } from "node:module";
const hooks = 'import { writeSync } from "node:fs"; export const load = (url, context, next) => (writeSync(1, url + "\\\\n"), next(url, context));';
register("data:text/javascript," + encodeURIComponent(hooks));
const { createAgent } = await import("@genericagent/agent/create-agent");
const agent = createAgent({ model: "openai/any", browser: { mode: "off" } });
for await (const { type } of agent.run("hi"))
  if (type === "reply") {
    console.log("fetch", process.moduleLoadList.includes("NativeModule internal/deps/undici/undici"));
    process.exit();
  }
`;

describe("@genericagent/agent/create-agent", () => {
  it("exports what a run needs", () => {
    expect(Object.keys(lean).sort()).toEqual([
      "AgentError",
      "GenericAgent",
      "createAgent",
      "dataHomePaths",
      "findDataHome",
      "lockFile",
      "readJournal",
    ]);
  });

  it("asks a model without the rest of the packages, and without Node's fetch", async () => {
    const server = await startModelServer({ script: [{ text: "Hello." }] });
    onTestFinished(() => server.close());
    const home = tempDir();
    const env = {
      ...{ PATH: process.env.PATH, HOME: home, GA_HOME: home },
      ...{ OPENAI_API_KEY: "x", OPENAI_BASE_URL: server.baseUrl("openai-chat") },
    };
    const child = spawn(process.execPath, ["--input-type=module", "-e", SCRIPT], { cwd: packageDir, env });
    onTestFinished(() => void child.kill("SIGKILL"));
    let stdout = "";
    let stderr = "";
    child.stdout.on("data", (text) => {
      stdout += text;
    });
    child.stderr.on("data", (text) => {
      stderr += text;
    });
    const [code] = await once(child, "close");
    expect(stderr).toBe("");
    expect(code).toBe(0);
    expect(stdout).toContain("agent/dist/create-agent.js");
    expect(stdout).not.toMatch(/(agent|memory|llm|browser-cdp|reflect)\/dist\/index\.js/);
    expect(stdout).toContain("fetch false");
  });
});

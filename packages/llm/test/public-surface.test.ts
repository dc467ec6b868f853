import { spawnSync } from "node:child_process";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import { runReadmeExample } from "../../../scripts/readme-example.mjs";
import * as main from "../src/index.js";
import * as testing from "../src/testing/index.js";

const packageDir = fileURLToPath(new URL("..", import.meta.url));

describe("public surface", () => {
  it("is this list", () => {
    expect(Object.keys(main).sort()).toEqual([
      "AnthropicSession",
      "ModelError",
      "NativeToolClient",
      "OpenAIChatSession",
      "OpenAIResponsesSession",
      "withRetries",
    ]);
    expect(Object.keys(testing).sort()).toEqual([
      "CassetteError",
      "RecordingSession",
      "ReplaySession",
      "ScriptedSession",
      "appendToCassette",
      "readCassette",
      "startModelServer",
    ]);
  });

  it("the README's example runs as it stands", () => {
    const { status, stdout, stderr } = runReadmeExample(packageDir);
    expect(stderr).toBe("");
    expect(stdout).toContain("Paris");
    expect(status).toBe(0);
  });

  it("loads no SDK before the first ask", () => {
    const script = `
      const { AnthropicSession, OpenAIChatSession, OpenAIResponsesSession } = await import("@genericagent/llm");
      for (const S of [AnthropicSession, OpenAIChatSession, OpenAIResponsesSession]) new S({ model: "m" });
      const resources = process.getActiveResourcesInfo().filter((name) => /socket|tcp|fs/i.test(name));
      console.log(JSON.stringify({ heapMb: process.memoryUsage().heapUsed / 2 ** 20, resources }));`;
    const { stdout } = spawnSync(process.execPath, ["--input-type=module", "-e", script], {
      cwd: packageDir,
      encoding: "utf8",
    });
    expect(JSON.parse(stdout).resources).toEqual([]);
  });
});

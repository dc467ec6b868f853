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
      "MixinSession",
      "ModelError",
      "NativeToolClient",
      "OpenAIChatSession",
      "OpenAIResponsesSession",
      "ToolClient",
      "costOf",
      "costOfReplies",
      "modelPrices",
      "providerPresets",
      "repairHistory",
      "switchSession",
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
    const hooks = `import { writeSync } from "node:fs";
      export const load = (url, context, next) => (writeSync(2, url + "\\n"), next(url, context));`;
    const script = `import { register } from "node:module";
      register("data:text/javascript," + encodeURIComponent(${JSON.stringify(hooks)}));
      const { AnthropicSession, OpenAIChatSession, OpenAIResponsesSession } = await import("@genericagent/llm");
      const options = { model: "m", baseUrl: "http://127.0.0.1:9", maxRetries: 0 };
      const sessions = [AnthropicSession, OpenAIChatSession, OpenAIResponsesSession].map((S) => new S(options));
      console.error("MADE");
      await sessions[0].ask({ role: "user", content: [] }, { system: "", tools: [] }).next().catch(() => {});`;
    const child = [
      process.execPath,
      ["--input-type=module", "-e", script],
      { cwd: packageDir, encoding: "utf8" },
    ] as const;
    const [before, after] = spawnSync(...child).stderr.split("MADE");
    expect(before).toMatch(/llm\/dist\/index\.js/);
    expect(before).not.toMatch(/sdk/);
    expect(after).toMatch(/anthropic-sdk/);
    expect(after).not.toMatch(/openai-sdk/);
  });
});

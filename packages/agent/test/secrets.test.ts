import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { ScriptedSession } from "@genericagent/llm/testing";
import { UNTRUSTED_MARK } from "@genericagent/tools";
import { countTokens } from "gpt-tokenizer/model/gpt-4o";
import { expect, it } from "vitest";
import { createAgent, journalPath, systemPrompt } from "../src/index.js";
import { tempDir } from "./temp-dir.js";

it("lets code use secrets by name and shows their values to no model and no journal", async () => {
  const cwd = tempDir();
  const dataHome = join(cwd, "home");
  mkdirSync(dataHome);
  writeFileSync(
    join(dataHome, "config.json"),
    JSON.stringify({ secrets: ["DEPLOY_TOKEN", "SAVED", "GONE"] }),
  );
  writeFileSync(join(dataHome, "credentials.json"), JSON.stringify({ SAVED: "saved-value-1" }), {
    mode: 0o600,
  });
  // biome-ignore lint/suspicious/noTemplateCurlyInString: shell text
  const script = 'echo "$DEPLOY_TOKEN $SAVED ${OTHER_TOKEN:-none} ${ANTHROPIC_API_KEY:-none}"; cat key.txt';
  const session = new ScriptedSession([
    { toolCalls: [{ name: "code_run", args: { type: "bash", script } }] },
    { text: "ok" },
  ]);
  const env = {
    PATH: process.env.PATH,
    DEPLOY_TOKEN: "deploy-value-1",
    OTHER_TOKEN: "other-value-1",
    ANTHROPIC_API_KEY: "sk-ant-value-1",
  };
  writeFileSync(join(cwd, "key.txt"), "sk-ant-value-1\n");
  const agent = createAgent({ cwd, dataHome, env, createSession: () => session });
  const { id, system } = await agent.open();
  for await (const _ of agent.run("use deploy-value-1"));
  await agent.close();

  expect(system).toMatch(/by name only \(values are never shown\): \$DEPLOY_TOKEN, \$SAVED$/m);
  const request = JSON.stringify(session.requests[1]);
  expect(request).toContain(`${UNTRUSTED_MARK}\\nexit 0\\n`);
  expect(request).toContain("\\n[secret DEPLOY_TOKEN] [secret SAVED] none none\\n[secret ANTHROPIC_API_KEY]");
  const journal = readFileSync(journalPath(dataHome, id), "utf8");
  expect(journal).toContain("use [secret DEPLOY_TOKEN]");
  expect(journal).not.toMatch(/(deploy|saved|ant)-value-1/);
});

it("costs nothing in the prompt without secrets, and 4 tokens for the mark of untrusted text", () => {
  const place = { cwd: "/w", platform: "linux", date: "2026-01-31" } as const;
  expect(systemPrompt({ language: "zh", ...place, secrets: [] })).toBe(
    systemPrompt({ language: "zh", ...place }),
  );
  expect(systemPrompt({ language: "zh", ...place, secrets: ["A"] })).toContain("$A");
  const text = "exit 0\nhello\n";
  expect(countTokens(`${UNTRUSTED_MARK}\n${text}`) - countTokens(text)).toBe(4);
});

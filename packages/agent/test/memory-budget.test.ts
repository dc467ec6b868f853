import { join } from "node:path";
import { ScriptedSession } from "@genericagent/llm/testing";
import { openMemory } from "@genericagent/memory";
import { countTokens } from "gpt-tokenizer/model/gpt-4o";
import { expect, it } from "vitest";
import { createAgent } from "../src/index.js";
import { tempDir } from "./temp-dir.js";

const KINDS = [
  "invoice",
  "orders",
  "weather",
  "stock",
  "backup",
  "photos",
  "mail",
  "budget",
  "notes",
  "logs",
];
/** What a `Hello` sends: system with the index, tools, no history. */
async function firstRequest(skills: number, language: "en" | "zh") {
  const dir = tempDir();
  const dataHome = join(dir, "home");
  const memory = await openMemory(join(dataHome, "memory"), { verifyReceipt: async () => undefined });
  for (let index = 0; index < skills; index++) {
    const name = `${KINDS[index % 10]}-${["report", "import"][Math.floor(index / 10) % 2]}${index < 20 ? "" : `-${index}`}`;
    const text = `---\nname: ${name}\ndescription: What it does with ${name}\n---\nBody of ${name}\n`;
    await memory.write({ path: `skills/${name}/SKILL.md`, text, by: "test", approved: true });
  }
  const env = { LANG: language === "zh" ? "zh_CN.UTF-8" : "C", PATH: process.env.PATH };
  const session = new ScriptedSession([{ text: "Hello!" }]);
  const agent = createAgent({ cwd: dir, dataHome, env, createSession: () => session });
  for await (const _ of agent.run("Hello"));
  await agent.close();
  const { system, tools } = session.requests[0]!;
  return {
    system: countTokens(system),
    tools: countTokens(JSON.stringify(tools)),
    names: tools!.map(({ name }) => name),
  };
}

it.each(["en", "zh"] as const)(
  "system, tools and L1 with 20 skills stay within 1 150 tokens (o200k), %s",
  async (language) => {
    const { system, tools, names } = await firstRequest(20, language);
    expect(names).toHaveLength(9);
    expect(tools).toBeLessThan(700);
    expect(system + tools).toBeLessThanOrEqual(1150);
  },
);

it("a hundred more skills add no more than the lines that L1 has for them", async () => {
  const [few, many] = [await firstRequest(20, "en"), await firstRequest(120, "en")];
  expect(many.system - few.system).toBeLessThan(600);
});

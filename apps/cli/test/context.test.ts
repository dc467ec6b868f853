import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { JsonObject } from "@genericagent/core-loop";
import { countTokens } from "gpt-tokenizer/model/gpt-4o";
import { expect, it } from "vitest";
import { model, place, runGa } from "./run-ga.js";

/** The prompt as a provider with the o200k tokenizer would count it, its JSON included. */
const tokensOf = ({ messages, tools }: JsonObject): number => countTokens(JSON.stringify([messages, tools]));

it("keeps every request inside the budget, spills what is large and shows what it cost", async () => {
  const budget = 4000;
  const print = (n: number) => ({
    name: "code_run",
    args: {
      type: "javascript",
      script: `console.log(("row ${n} of some output " + Math.sqrt(${n})).repeat(300))`,
    },
  });
  let asked = 0;
  const { server, env } = await model((request) => {
    const usage = { inputTokens: tokensOf(request.body) };
    return asked++ < 6 ? { toolCalls: [print(asked)], usage } : { text: "Done.", usage };
  });
  const where = place(env);
  mkdirSync(where.dataHome);
  writeFileSync(join(where.dataHome, "config.json"), JSON.stringify({ contextTokens: budget }));

  const { code, events } = await runGa(["run", "--model", "openai/gpt-4o", "--json", "print a lot"], where);
  expect(code).toBe(0);
  for (const { body } of server.requests) expect(tokensOf(body)).toBeLessThanOrEqual(budget);
  expect(events.at(-1)).toMatchObject({ context: { budgetTokens: budget, request: 7 } });
  const spill = join(where.dataHome, "spill");
  const spilled = readdirSync(spill).map((name) => readFileSync(join(spill, name), "utf8"));
  expect(spilled.some((text) => text.includes("row 1 of some output"))).toBe(true);

  const shown = await runGa(["context"], where);
  expect(shown.stdout).toMatch(/request 7, budget 4,000 tokens/);
  expect(shown.stdout).toMatch(/results +[\d,]+ █/);
  const json = await runGa(["context", "--json"], where);
  expect((json.events[0] as unknown as { ledgers: unknown[] }).ledgers).toHaveLength(7);
});

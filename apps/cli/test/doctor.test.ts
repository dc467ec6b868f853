import { expect, it } from "vitest";
import { model, place, runGa } from "./run-ga.js";

interface Check {
  name: string;
  status: string;
  mend?: string;
}

it("ga doctor fails without a model and gives each gap its mend", async () => {
  const { code, stdout } = await runGa(["doctor"], place());
  expect(code).toBe(1);
  expect(stdout).toMatch(/✗ a model .*\n.*→ Set ANTHROPIC_API_KEY or OPENAI_API_KEY/);
});

it("ga doctor --json passes with a key, and never prints it", async () => {
  const { env } = await model([]);
  const { code, stdout } = await runGa(["doctor"], place(env));
  expect(code).toBe(0);
  expect(stdout).not.toContain("sk-");
  const json = await runGa(["doctor", "--json"], place(env));
  const checks = json.events.flat() as unknown as Check[];
  expect(checks.find(({ name }) => name === "model openai")).toMatchObject({ status: "ok" });
  expect(checks.filter(({ status, mend }) => status !== "ok" && !mend)).toEqual([]);
});

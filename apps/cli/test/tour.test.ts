import { existsSync, readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { place, runGa } from "./run-ga.js";

it("ga without a model, a server or a terminal takes the tour: report written and checked", async () => {
  const where = place();
  const { code, stdout, stderr } = await runGa([], where);
  expect(code, stderr).toBe(0);
  expect(stderr).toContain("its words and token counts are a recording");
  expect(stdout).toContain("431512.00");
  const report = /Written and checked: (.+)$/m.exec(stderr)?.[1] ?? "";
  expect(existsSync(report)).toBe(true);
  expect(readFileSync(report, "utf8")).toContain("| Total | 431512.00 |");
});

it("ga tour --json ends with run-end", async () => {
  const { code, events } = await runGa(["tour", "--json"], place());
  expect(code).toBe(0);
  expect(events.at(-1)).toMatchObject({ type: "run-end", reason: "done", turns: 7 });
});

it("ships a data file of at least 500 rows", () => {
  const csv = readFileSync(new URL("../tour/orders.csv", import.meta.url), "utf8");
  expect(csv.trim().split("\n").length).toBeGreaterThan(500);
});

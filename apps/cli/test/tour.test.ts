import { existsSync, readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { place, runGa } from "./run-ga.js";

const YEARS = [2023, 2024, 2025];

it("ga without a model, a server or a terminal takes the tour: three reports written and checked", async () => {
  const { code, stdout, stderr } = await runGa([], place());
  expect(code, stderr).toBe(0);
  expect(stderr).toContain("no model is running");
  const reports = /Written and checked: (.+)$/m.exec(stderr)?.[1]?.split(" ") ?? [];
  expect(reports).toHaveLength(3);
  for (const [index, report] of reports.entries()) {
    expect(existsSync(report)).toBe(true);
    const total = /\| Total \| (\d+\.\d\d) \|/.exec(readFileSync(report, "utf8"))?.[1];
    expect(stdout.split("\n")[index]).toContain(`make ${total} in revenue`);
  }
});

it("ga tour --json: learnt, recalled as an SOP, then as code; each run costs less than the one before", async () => {
  const { code, events } = await runGa(["tour", "--json"], place());
  expect(code).toBe(0);
  const ends = events.filter(({ type }) => type === "run-end");
  expect(ends).toHaveLength(3);
  const notices = events.flatMap((event) => (event.type === "notice" ? [event.code] : []));
  const last = events.at(-1) as unknown as {
    type: string;
    runs: { way: string; turns: number; tokens: number }[];
  };
  expect(last.type).toBe("tour-end");
  expect(last.runs.map(({ turns }) => turns)).toEqual(ends.map(({ turns }) => turns));
  expect(last.runs.slice(0, 2).map(({ way, turns }) => [way, turns])).toEqual([
    ["worked out", 6],
    ["SOP", 2],
  ]);
  expect(last.runs[1]!.tokens).toBeLessThan(last.runs[0]!.tokens / 2);
  // Without a sandbox nothing is promoted, and the third run is as the second.
  const isPromoted = notices.includes("skill-promoted");
  expect(last.runs[2]).toMatchObject(
    isPromoted ? { way: "code", turns: 0, tokens: 0 } : { way: "SOP", turns: 2 },
  );
});

it("ships data files of at least 500 rows", () => {
  for (const year of YEARS) {
    const csv = readFileSync(new URL(`../tour/orders-${year}.csv`, import.meta.url), "utf8");
    expect(csv.trim().split("\n").length).toBeGreaterThan(500);
  }
});

import { execFileSync } from "node:child_process";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { parametrizeCode } from "../src/crystallize/parametrize-code.js";
import { taskValues } from "../src/crystallize/task-values.js";
import { crystallize, fillAnswer } from "../src/index.js";
import { journalOf } from "./journal-of.js";

const sum = (file: string) => `const fs = require("node:fs");
// The last column holds the price.
const rows = fs.readFileSync("${file}", "utf8").trim().split("\\n").slice(1).map((line) => line.split(","));
const total = rows.reduce((all, row) => all + Number(row.at(-1)), 0);
fs.writeFileSync("report.md", "# data/invoice-3.csv\\n\\nTotal " + total + "\\n");
console.log(JSON.stringify({ rows: rows.length, total }));`;
const check = `const fs = require("node:fs");
if (!fs.readFileSync("report.md", "utf8").includes("Total")) process.exit(1);`;
const task = "Sum up data/invoice-3.csv and write report.md.";

const run = journalOf(
  task,
  [
    { tool: "file_read", args: { path: "data/invoice-3.csv" }, output: "1|id,price" },
    {
      args: { type: "javascript", script: sum("data/invoce-3.csv") },
      output: "exit 1\nError: ENOENT: no such file or directory, open 'data/invoce-3.csv'",
      isError: true,
    },
    {
      args: { type: "javascript", script: sum("data/invoice-3.csv") },
      said: "<summary>The name was misspelt; sum again.</summary>",
      output: 'exit 0\n{"rows":4,"total":128.5}',
    },
    { args: { type: "javascript", script: check } },
  ],
  "report.md is written: 4 rows, 128.5 in all.",
);

describe("crystallize", () => {
  const skill = crystallize(run)!;

  it("keeps the steps that did the work and drops what failed or only looked", () => {
    expect(skill.scripts).toHaveLength(1);
    expect(skill.proof).toEqual(["c3", "c4"]);
    expect(skill.check?.code).toContain("process.exit(1)");
    expect(skill.instructions).toEqual(["1. The name was misspelt; sum again."]);
  });

  it("turns what the task named into typed parameters", () => {
    expect(skill.parameters).toMatchObject([
      { name: "input", type: "path", example: "data/invoice-3.csv", role: "input" },
      { name: "output", type: "path", example: "report.md", role: "output" },
    ]);
    expect(skill.trigger).toBe("Sum up {input} and write {output}.");
    expect(skill.scripts[0]!.code).not.toMatch(/invoice-3|report\.md/);
    expect(skill.check?.code).toContain("skill_params.output");
  });

  it("makes pitfalls of recoveries, a schema of the output and a template of the answer", () => {
    expect(skill.pitfalls).toHaveLength(1);
    expect(skill.pitfalls[0]).toMatch(/^Error: ENOENT.*→ The name was misspelt/);
    expect(skill.output).toEqual({
      kind: "json",
      fields: { rows: "number", total: "number" },
      files: ["output"],
    });
    expect(skill.answer).toBe("{output} is written: {out.rows} rows, {out.total} in all.");
    expect(fillAnswer(skill.answer!, { output: "b.md" }, '{"rows":2,"total":9}')).toBe(
      "b.md is written: 2 rows, 9 in all.",
    );
  });

  it("is pure: the same journal gives the same skill, and stays as it was", () => {
    const before = JSON.stringify(run);
    expect(crystallize(run)).toEqual(skill);
    expect(JSON.stringify(run)).toBe(before);
  });

  it("does not hand to the host what the model composed from results", () => {
    const composed = crystallize(
      journalOf("Report on a.csv in report.md", [
        { args: { type: "bash", script: "wc -l a.csv" }, output: "exit 0\n4711 a.csv" },
        { tool: "file_write", args: { path: "report.md", content: "4711 lines" }, output: "written" },
      ]),
    )!;
    expect(composed.scripts).toEqual([]);
    expect(composed.needsModel[0]).toContain("4711");
  });

  it("proposes nothing where nothing succeeded", () => {
    expect(
      crystallize(journalOf("x", [{ args: { script: "exit 1", type: "bash" }, isError: true }])),
    ).toBeUndefined();
    expect(crystallize([])).toBeUndefined();
  });

  it("never keeps a failed call, whatever the journal looks like", () => {
    const act = fc.record({
      tool: fc.constantFrom("code_run", "file_write", "file_read", "web_scan", "ask_user"),
      args: fc.record({
        type: fc.constantFrom("bash", "python", "javascript"),
        script: fc.string(),
        path: fc.string(),
        content: fc.string(),
      }),
      output: fc.string(),
      isError: fc.boolean(),
    });
    fc.assert(
      fc.property(fc.string(), fc.array(act, { maxLength: 8 }), fc.string(), (words, acts, answer) => {
        const proposal = crystallize(journalOf(words, acts, answer));
        const good = acts.flatMap(({ isError }, index) => (isError ? [] : [`c${index + 1}`]));
        for (const id of proposal?.proof ?? []) expect(good).toContain(id);
        const names = proposal?.parameters.map(({ name }) => name) ?? [];
        expect(new Set(names).size).toBe(names.length);
        for (const name of names) expect(name).toMatch(/^[a-z]\w*$/);
      }),
      { numRuns: 300 },
    );
  });
});

describe("taskValues", () => {
  it.each([
    ["Sum up data/a.csv", [["data/a.csv", "path"]]],
    ["Fetch https://example.org/a?b=1, then stop.", [["https://example.org/a?b=1", "url"]]],
    [
      "Top 12 orders since 2026-03-01 in region North",
      [
        ["12", "number"],
        ["2026-03-01", "date"],
        ["North", "string"],
      ],
    ],
    [
      'Replace "old words" in ./notes.txt',
      [
        ["old words", "string"],
        ["./notes.txt", "path"],
      ],
    ],
    ["统计 data/七月.csv 的行数", []],
    [
      "把 data/a.csv 的行数写入 out.txt",
      [
        ["data/a.csv", "path"],
        ["out.txt", "path"],
      ],
    ],
  ])("%s", (text, expected) => {
    const found = taskValues(text as string).map(({ value, type }) => [value, type]);
    if (expected.length > 0) expect(found).toEqual(expected);
    for (const { value, start, end } of taskValues(text as string))
      expect((text as string).slice(start, end)).toBe(value);
  });
});

describe("parametrizeCode", () => {
  const cases = {
    javascript: 'console.log("<a.csv>", `$' + '{1} a.csv`, ["a.csv"].length, { "a.csv": 1 }["a.csv"]);',
    python: `print("<a.csv>", f'{1} a.csv', len(["a.csv"]), {"a.csv": 1}["a.csv"])`,
    bash: "x=a.csv; echo \"<a.csv>\" 'a.csv' a.csv $x; cat <<E\n1 a.csv\nE",
  } as const;

  it.each(Object.entries(cases))("%s runs alike with the value as with the parameter", (type, code) => {
    const script = { type: type as keyof typeof cases, code };
    const done = parametrizeCode(script, [{ value: "a.csv", parameter: "input", isNumber: false }]);
    expect(done).toMatchObject({ used: ["input"], fixed: [] });
    expect(done.code).not.toContain("a.csv");
    expect(runScript(type, done.code, "a.csv")).toBe(runScript(type, code, "-"));
    for (const value of ["b c.csv", `"; exit 3; "`, "$(exit 3)", "`exit 3`", "'); process.exit(3); ('"])
      expect(runScript(type, done.code, value)).toBe(runScript(type, code, "-").replaceAll("a.csv", value));
  });

  it("leaves a value where it would become code", () => {
    const done = parametrizeCode({ type: "bash", code: "awk '/North/' a.csv" }, [
      { value: "North", parameter: "region", isNumber: false },
    ]);
    expect(done).toEqual({ code: "awk '/North/' a.csv", used: [], fixed: ["North"] });
  });
});

function runScript(type: string, code: string, value: string): string {
  const env = { PATH: process.env.PATH, SKILL_PARAMS: JSON.stringify({ input: value }), SKILL_INPUT: value };
  const [command, flag] = {
    javascript: [process.execPath, "-e"],
    python: ["python3", "-c"],
    bash: ["bash", "-c"],
  }[type]!;
  return execFileSync(command!, [flag!, code], { env, encoding: "utf8" });
}

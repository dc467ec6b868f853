import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { model, type Place, place, runGa } from "./run-ga.js";

const script = `const fs = require("node:fs");
const rows = fs.readFileSync("jan.csv", "utf8").trim().split("\\n").slice(1);
const total = rows.reduce((sum, row) => sum + Number(row.split(",")[1]), 0);
fs.writeFileSync("jan.json", JSON.stringify({ total }));
console.log(JSON.stringify({ total }));`;

/** A place where a real run has taught one skill. */
async function taught(): Promise<Place> {
  const { env } = await model([
    { toolCalls: [{ name: "file_read", args: { path: "jan.csv" } }] },
    { toolCalls: [{ name: "code_run", args: { type: "javascript", script } }] },
    { toolCalls: [{ name: "start_long_term_update", args: { skill: "add-up", note: "Adds up prices" } }] },
    { text: "jan.json holds the total 30." },
  ]);
  const where = place(env);
  for (const [name, price] of [
    ["jan", 10],
    ["feb", 15],
  ] as const)
    writeFileSync(join(where.cwd, `${name}.csv`), `name,price\na,${price}\nb,20\n`);
  const { code, stderr } = await runGa(["run", "Add up jan.csv and write jan.json"], where);
  expect(code, stderr).toBe(0);
  return where;
}

const skill = (where: Place, ...args: string[]) => runGa(["skill", ...args], where);
const feb = ["--param", "input=feb.csv", "--param", "output=feb.json"];

describe("ga skill", () => {
  it("lists, shows, runs without a model, promotes", async () => {
    const where = await taught();
    expect((await skill(where, "list")).stdout).toMatch(/^add-up +sop +not used/);
    expect((await skill(where, "show", "add-up")).stdout).toContain("skill_params.input");

    const noKeys = { ...where, env: place().env };
    noKeys.env.GA_HOME = where.dataHome;
    const run = await skill(noKeys, "run", "add-up", ...feb);
    expect(run).toMatchObject({ code: 0, stdout: "feb.json holds the total 35.\n" });
    expect(JSON.parse(readFileSync(join(where.cwd, "feb.json"), "utf8"))).toEqual({ total: 35 });

    const promoted = await skill(where, "promote", "add-up");
    expect(promoted.stdout, promoted.stderr).toContain("passed 5 of 5: it runs without a model from now on");
    expect((await skill(where, "list")).stdout).toMatch(/^add-up +code +1\/1 runs/);

    const recalled = await runGa(["run", "--json", "Add up feb.csv and write again.json"], where);
    expect(recalled.events.at(-1)).toMatchObject({
      reason: "done",
      turns: 0,
      text: "again.json holds the total 35.",
    });
  });

  it("accounts for what a skill saved, in the terminal and on a page, and retires it", async () => {
    const where = await taught();
    for (let count = 0; count < 2; count++) await skill(where, "run", "add-up", ...feb);
    const stats = await skill(where, "stats");
    expect(stats.stdout).toMatch(
      /^add-up sop {2}2 of 2 runs worked, 2 without a model\n[\d,]+ tokens and .* saved, paid for itself in round 2/,
    );
    const page = join(where.cwd, "stats.html");
    await skill(where, "stats", "--html", page);
    expect(readFileSync(page, "utf8")).toMatch(/<svg[\s\S]*add-up[\s\S]*2 of 2 worked/);
    expect(readFileSync(page, "utf8")).not.toMatch(/https?:\/\/|<script/);

    await skill(where, "retire", "add-up");
    expect((await skill(where, "list")).stdout).toContain("1 retired");
    expect((await skill(where, "list", "--all")).stdout).toMatch(/add-up +retired/);
    expect((await skill(where, "retire", "add-up", "--undo")).stdout).toContain("offered again, as an SOP");
  }, 180_000); // a dozen processes, and the five environments of the promotion

  it("says what is wrong with a parameter, a name, a failing run", async () => {
    const where = await taught();
    expect(await skill(where, "run", "add-up")).toMatchObject({
      code: 1,
      stderr: expect.stringContaining("input is missing"),
    });
    expect(await skill(where, "run", "gone")).toMatchObject({
      code: 1,
      stderr: expect.stringContaining("There is no skill gone. There is: add-up."),
    });
    expect((await skill(where, "run", "add-up", "--param", "input")).code).toBe(2);
    const failed = await skill(
      where,
      "run",
      "add-up",
      "--param",
      "input=none.csv",
      "--param",
      "output=x.json",
    );
    expect(failed).toMatchObject({ code: 1, stderr: expect.stringContaining("ENOENT") });
    const { skills } = JSON.parse((await skill(where, "list", "--json")).stdout);
    expect(skills[0].account).toMatchObject({ runs: 1, successes: 0 });
  });

  it("exports and imports: what comes from elsewhere is shown and not run", async () => {
    const where = await taught();
    for (const format of ["zip", "folder", "sop"])
      expect((await skill(where, "export", "add-up", "--format", format)).code).toBe(0);
    expect(readdirSync(where.cwd)).toEqual(expect.arrayContaining(["add-up.zip", "add-up", "add_up_sop.md"]));
    expect((await skill(where, "export", "add-up")).stderr).toContain("exists");

    const other = place();
    const imported = await skill(other, "import", join(where.cwd, "add-up.zip"));
    expect(imported.stdout).toContain("scripts/step-1.js");
    expect(imported.stdout).toContain("It is unproven and not run unasked");
    expect((await skill(other, "list")).stdout).toMatch(/^add-up +unproven/);
  });

  it("refuses an archive that would write elsewhere, and takes nothing of it", async () => {
    const where = place();
    mkdirSync(join(where.cwd, "s"));
    writeFileSync(join(where.cwd, "s/SKILL.md"), "---\nname: s\ndescription: d\n---\n");
    execFileSync(
      "tar",
      ["-czf", "s.tgz", "--transform", "s,^s/SKILL.md,../../SKILL.md,", "-P", "s/SKILL.md"],
      { cwd: where.cwd },
    );
    const { code, stderr } = await skill(where, "import", join(where.cwd, "s.tgz"));
    expect(code).toBe(1);
    expect(stderr).toContain("its path leads out of the skill's folder");
    expect(existsSync(join(where.dataHome, "memory/skills"))).toBe(false);
  });
});

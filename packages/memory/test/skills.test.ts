import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import fc from "fast-check";
import { strToU8, zipSync } from "fflate";
import { describe, expect, it, onTestFinished } from "vitest";
import {
  composeSkills,
  crystallize,
  exportSkill,
  exportSop,
  gateSkill,
  importSkills,
  loadSkills,
  MemoryError,
  matchSkills,
  openMemory,
  planSkill,
  readPackage,
  readTrace,
  receiptsFor,
  type SkillRunner,
  SkillStore,
  shouldDemote,
  skillAccount,
  triggerOf,
  usageLine,
  worthDistilling,
  zipOf,
} from "../src/index.js";
import { formatSkill } from "../src/skills/format-skill.js";
import { parseSkill } from "../src/skills/parse-skill.js";
import { wordStem } from "../src/skills/word-stem.js";
import { journalOf } from "./journal-of.js";

function folder(): string {
  const dir = mkdtempSync(join(tmpdir(), "ga-skills-"));
  onTestFinished(() => rmSync(dir, { recursive: true, force: true }));
  return dir;
}

const sums = `const fs = require("node:fs");
const rows = fs.readFileSync("data/jan.csv", "utf8").trim().split("\\n").slice(1);
const total = rows.reduce((sum, row) => sum + Number(row.split(",")[1]), 0);
fs.writeFileSync("jan.json", JSON.stringify({ total }));
console.log(JSON.stringify({ rows: rows.length, total }));`;
const learnt = journalOf(
  "Add up data/jan.csv and write jan.json",
  [
    { tool: "file_read", args: { path: "data/jan.csv" }, output: "1|name,price" },
    { args: { type: "javascript", script: sums }, output: 'exit 0\n{"rows":2,"total":30}' },
  ],
  "jan.json holds the total 30 of 2 rows.",
);
const shown = journalOf("Show jan.json as page.html", [
  {
    args: {
      type: "javascript",
      script: `const fs = require("node:fs");
const { total } = JSON.parse(fs.readFileSync("jan.json", "utf8"));
fs.writeFileSync("page.html", "<p>" + total + "</p>");
console.log(JSON.stringify({ page: "page.html" }));`,
    },
    output: 'exit 0\n{"page":"page.html"}',
  },
]);

async function memory() {
  const dir = join(folder(), "memory");
  const store = new SkillStore(await openMemory(dir, { verifyReceipt: async () => undefined }));
  const learn = async (journal: ReturnType<typeof journalOf>, name?: string) => {
    const proposal = crystallize(journal, name ? { name } : {})!;
    return (await store.add(proposal, { receipts: receiptsFor(journal, proposal.proof), by: "test" })).skill;
  };
  return { dir, store, learn };
}

/** Runs the steps as plain processes. */
const bare: SkillRunner = async ({ plan, cwd, env }) => {
  const outputs: string[] = [];
  for (let step = plan.step(0, outputs); step; step = plan.step(outputs.length, outputs))
    try {
      const options = { cwd, env: { ...process.env, ...env, ...step.env }, encoding: "utf8" as const };
      outputs.push(execFileSync(process.execPath, ["-e", step.code], options));
    } catch (error) {
      return { ok: false, output: String((error as { stderr: unknown }).stderr) };
    }
  return { ok: true, output: outputs.at(plan.step(outputs.length - 1, outputs)?.isCheck ? -2 : -1)! };
};

const write = (dir: string, path: string, text: string) => {
  mkdirSync(join(dir, path, ".."), { recursive: true });
  writeFileSync(join(dir, path), text);
};

describe("SkillStore", () => {
  it("keeps a learnt skill in the open format, with its proof in the memory's journal and its name in L1", async () => {
    const { dir, store, learn } = await memory();
    await learn(learnt, "sum-up");
    const text = readFileSync(join(dir, "skills/sum-up/SKILL.md"), "utf8");
    expect(text).toMatch(/^---\nname: sum-up\ndescription: .+\nmetadata:\n {2}origin: learnt\n---\n/);
    expect(text).toContain("- `input` (path, input), such as data/jan.csv");
    expect(readFileSync(join(dir, "global_mem_insight.txt"), "utf8")).toContain("sum-up");
    const { skills, problems } = await store.load();
    expect(problems).toEqual([]);
    expect(skills[0]).toMatchObject({ name: "sum-up", stage: "sop", steps: [{ file: "scripts/step-1.js" }] });
  });

  it("is refused without a receipt, and leaves nothing", async () => {
    const { dir, store } = await memory();
    const proposal = crystallize(learnt)!;
    await expect(store.add(proposal, { receipts: [], by: "test" })).rejects.toMatchObject({
      code: "memory-refused",
    });
    expect((await loadSkills(dir)).skills).toEqual([]);
  });

  it("keeps one skill of the same way twice, and a rival of another way", async () => {
    const { store, learn } = await memory();
    await learn(learnt, "sum-up");
    await learn(learnt, "sum-up");
    expect((await store.load()).skills).toHaveLength(1);
    const other = journalOf("Add up data/jan.csv and write jan.json", [
      { args: { type: "bash", script: "awk -F, '{s+=$2} END {print s}' data/jan.csv > jan.json" } },
    ]);
    expect((await learn(other, "sum-up")).name).toBe("sum-up-2");
    expect((await store.load()).problems[0]?.message).toContain("competes with sum-up");
  });

  it("names what there is when a skill is unknown", async () => {
    const { store, learn } = await memory();
    await learn(learnt, "sum-up");
    await expect(store.get("sumup")).rejects.toThrow("There is no skill sumup. There is: sum-up.");
  });
});

describe("lenient reading, loud reports (H7)", () => {
  it.each([
    [
      "a colon in the description",
      "---\nname: x\ndescription: Deploy: to the server\n---\nBody",
      "Deploy: to the server",
    ],
    ["an unclosed quote", '---\nname: x\ndescription: "half\n---\nBody', '"half'],
    ["a tab", "---\nname: x\n\tdescription: d\n---\nBody", "d"],
    ["no front matter", "# Deploy\n\nHow to.", "Deploy"],
    ["no end of the front matter", "---\nname: x\ndescription: d\n", "name: x"],
    ["Windows lines and a mark", "\uFEFF---\r\nname: x\r\ndescription: d\r\n---\r\nBody", "d"],
  ])("%s", (_, text, description) => {
    const { skill, problems } = parseSkill("skills/x/SKILL.md", text);
    expect(skill).toMatchObject({ name: "x", description });
    if (!text.includes("\r")) expect(problems.length).toBeGreaterThan(0);
  });

  it("keeps the category that a skill of others names", () => {
    const text = "---\nname: x\ndescription: d\nmetadata:\n  category: Web\n---\nBody";
    const { skill } = parseSkill("skills/x/SKILL.md", text);
    expect(skill.category).toBe("Web");
    expect(parseSkill(skill.path, formatSkill(skill)).skill.category).toBe("Web");
  });

  it("loads everything else, and tells what is amiss by its name", async () => {
    const dir = folder();
    write(dir, "skills/good/SKILL.md", "---\nname: good\ndescription: fine\n---\nBody");
    write(dir, "skills/other/SKILL.md", "---\nname: good\ndescription: the same name\n---\nBody");
    write(dir, "skills/broken/SKILL.md", "---\nname: broken\ndescription: d\n---\nBody");
    write(dir, "skills/broken/skill.json", "{ half");
    write(dir, "skills/empty/readme.txt", "no skill here");
    write(dir, "deploy_sop.md", "# Deploy\n\nFirst build: then push.");
    write(dir, "good_sop.md", "# Another good one");
    const { skills, problems } = await loadSkills(dir);
    expect(skills.map(({ name }) => name).sort()).toEqual(["broken", "deploy", "good", "good-2", "other"]);
    expect(problems.map(({ path }) => path).sort()).toEqual([
      "good_sop.md",
      "skills/broken/SKILL.md",
      "skills/empty/SKILL.md",
      "skills/other/SKILL.md",
    ]);
    expect(problems.filter(({ isLost }) => isLost)).toHaveLength(1);
  });

  it("never throws, whatever stands in the files", () => {
    fc.assert(
      fc.property(fc.string(), fc.option(fc.json(), { nil: undefined }), (text, json) => {
        for (const source of [text, `---\n${text}\n---\n${text}`]) {
          const { skill } = parseSkill("skills/x/SKILL.md", source, json);
          expect(skill.name).toBe("x");
          expect(Array.isArray(skill.steps)).toBe(true);
        }
      }),
    );
  });
});

describe("matchSkills", () => {
  it("fills the parameters of a task that reads alike, and of that only", async () => {
    const skill = await (await memory()).learn(learnt);
    const match = (task: string) => matchSkills(task, [skill])[0];
    expect(match("add up  data/feb.csv and write out/feb.json.")).toMatchObject({
      isExact: true,
      params: { input: "data/feb.csv", output: "out/feb.json" },
    });
    expect(match("Please add up data/feb.csv, then write feb.json")).toMatchObject({ isExact: false });
    expect(match("Add up data/feb.csv and write feb.json and mail it to Bob")?.isExact ?? false).toBe(false);
    expect(match("Book a table for four")).toBeUndefined();
  });

  it("knows a task by other words: inflected, in another order, by the kinds of its files", async () => {
    const skill = await (await memory()).learn(learnt);
    const made = (trigger: string, examples: string[]) => ({
      ...skill,
      ...{ name: "made", triggers: [trigger] },
      parameters: ["input", "output"].map((name, index) => ({
        ...{ name, role: name as "input" | "output", type: "path" as const },
        example: examples[index]!,
      })),
    });
    const dates = made("Rewrite the dates of {input} as ISO in {output}", ["a.csv", "b.csv"]);
    const other = "Produce dated.csv from sales.csv with the dates rewritten as ISO";
    const params = { input: "sales.csv", output: "dated.csv" };
    expect(matchSkills(other, [dates])[0]).toMatchObject({ params, missing: [], isExact: false });
    const table = made("Turn {input} into {output}", ["orders.json", "orders.csv"]);
    const [match] = matchSkills("Make june.csv out of june.json", [table]);
    expect(match).toMatchObject({ params: { input: "june.json", output: "june.csv" }, isExact: false });
    const line = usageLine(match!, { language: "en", dir: "/m" });
    expect(line).toContain('may fit] It was made for "Turn {input} into {output}"');
    expect(matchSkills("Delete june.json", [table])).toEqual([]);
    expect(matchSkills("Write june.csv, the errors of may.log", [table])).toEqual([]);
  });

  it("runs on no other kind of file unasked", async () => {
    const skill = await (await memory()).learn(learnt);
    const [match] = matchSkills("Add up data/feb.xlsx and write feb.json", [skill]);
    expect(match).toMatchObject({ isExact: false });
  });

  it("takes words of one stem for one", () => {
    for (const words of [
      "rewrite rewriting rewritten rewrites",
      "copy copies copied copying",
      "sum sums summing summed",
      "process processes processing",
      "number numbers",
    ])
      expect(new Set(words.split(" ").map(wordStem)).size, words).toBe(1);
    for (const [a, b] of [
      ["context", "contents"],
      ["order", "ordinary"],
      ["list", "last"],
      ["date", "data"],
    ])
      expect(wordStem(a!)).not.toBe(wordStem(b!));
  });

  it("prefers the better record of two rivals", async () => {
    const { learn } = await memory();
    const a = await learn(learnt, "a");
    const b = { ...a, name: "b" };
    const run = (skill: string, ok: boolean, tokens: number) =>
      ({ at: "", skill, kind: "run", by: "host", ok, tokens, requests: 0, seconds: 1 }) as const;
    const accounts = (...lines: ReturnType<typeof run>[]) =>
      new Map(["a", "b"].map((name) => [name, skillAccount(name, lines)]));
    const best = (map: ReturnType<typeof accounts>) =>
      matchSkills(a.triggers[0]!.replace(/\{\w+\}/g, "x.csv"), [a, b], map)[0]?.skill.name;
    expect(best(accounts(run("a", false, 0), run("b", true, 0)))).toBe("b");
    expect(best(accounts(run("a", true, 900), run("b", true, 100)))).toBe("b");
    expect(best(accounts(run("a", true, 100), run("b", true, 900)))).toBe("a");
  });

  it("says how to call it in one line, and one pitfall", async () => {
    const skill = {
      ...(await (await memory()).learn(learnt, "sum-up")),
      pitfalls: ["prices may be empty", "second"],
    };
    const [match] = matchSkills("Add up data/feb.csv and write feb.json", [skill]);
    const line = usageLine(match!, { language: "en", dir: "/m" });
    expect(line).toContain(
      'code_run {"skill":"sum-up","params":{"input":"data/feb.csv","output":"feb.json"}}',
    );
    expect(line).toContain("Pitfall: prices may be empty");
    expect(line).not.toMatch(/second|\n/);
    expect(
      usageLine({ ...match!, skill: { ...skill, origin: "imported" } }, { language: "zh", dir: "/m" }),
    ).toContain("先读 /m/skills/sum-up/SKILL.md");
  });
});

describe("triggerOf", () => {
  it("learns another wording where each value stands once", async () => {
    const skill = await (await memory()).learn(learnt);
    const params = { input: "data/feb.csv", output: "feb.json" };
    expect(triggerOf("Write feb.json,  the sum of data/feb.csv", params, skill)).toBe(
      "Write {output}, the sum of {input}",
    );
    expect(triggerOf("Add up data/feb.csv and write feb.json", params, skill)).toBeUndefined();
    expect(triggerOf("Sum up the February file", params, skill)).toBeUndefined();
  });
});

describe("worthDistilling", () => {
  it("says what it decides by", () => {
    const judge = (journal: ReturnType<typeof journalOf>, pastTasks: string[] = []) => {
      const proposal = crystallize(journal);
      return worthDistilling(readTrace(journal), proposal, { skills: [], pastTasks });
    };
    expect(judge(learnt)).toEqual({ isWorthIt: true, why: "there are no earlier tasks" });
    expect(judge(learnt, ["Add up data/x.csv and write y.json"]).why).toBe("1 of 1 earlier tasks were alike");
    const look = journalOf("How many files are here?", [
      { args: { type: "bash", script: "ls | wc -l" }, output: "3" },
    ]);
    expect(judge(look)).toMatchObject({ isWorthIt: false, why: expect.stringContaining("one call") });
  });
});

describe("planSkill", () => {
  it("takes parameters as data and refuses what is missing, unknown or of another type", async () => {
    const { store, learn } = await memory();
    const skill = await learn(learnt);
    const scripts = await store.scripts(skill);
    const plan = planSkill(skill, scripts, { input: "$(rm -rf x).csv", output: '"; process.exit(9); "' });
    const step = plan.step(0, [])!;
    expect(step.code).not.toMatch(/rm -rf|exit\(9/);
    expect(JSON.parse(step.env.SKILL_PARAMS!)).toMatchObject({ input: "$(rm -rf x).csv" });
    expect(step.env).toMatchObject({ SKILL_INPUT: "$(rm -rf x).csv", SKILL_OUTPUT: '"; process.exit(9); "' });
    expect(() => planSkill(skill, scripts, { input: "a" })).toThrow("output is missing");
    expect(() => planSkill(skill, scripts, { input: "a", output: "b", x: 1 })).toThrow(
      "it has no parameter x",
    );
    expect(() => planSkill(skill, scripts, { input: {}, output: "b" })).toThrow("must be a text or a number");
  });
});

describe("gateSkill", () => {
  async function gated(script: string, check?: string) {
    const { store, learn } = await memory();
    const acts = [{ args: { type: "javascript", script }, output: "exit 0" }];
    const skill = await learn(
      journalOf(
        "Add up data/jan.csv and write jan.json",
        check ? [...acts, { args: { type: "javascript", script: check } }] : acts,
      ),
    );
    const cwd = folder();
    write(cwd, "data/jan.csv", "name,price\na,10\nb,20\n");
    const scripts = await store.scripts(skill);
    const samples = [{ params: { input: "data/jan.csv", output: "jan.json" }, cwd }];
    return gateSkill(skill, samples, (params) => planSkill(skill, scripts, params), bare);
  }

  it("promotes what works in five places it has never seen", async () => {
    expect(await gated(sums)).toMatchObject({ passed: 5, of: 5, isPromoted: true });
  });

  it("does not promote what leans on one of them", async () => {
    const leaning = `if (process.env.TZ || process.env.LC_ALL) process.exit(1);\n${sums}`;
    const { isPromoted, runs } = await gated(leaning);
    expect(isPromoted).toBe(false);
    expect(runs.filter(({ ok }) => !ok).map(({ environment }) => environment.split(" ")[0])).toEqual([
      "locale",
      "time",
    ]);
  });

  it("does not promote what its own check refuses", async () => {
    const check = `const fs = require("node:fs"); if (JSON.parse(fs.readFileSync("jan.json", "utf8")).total !== 31) process.exit(1);`;
    expect(await gated(sums, check)).toMatchObject({ passed: 0, isPromoted: false });
  });
});

describe("the account", () => {
  it("breaks even in the round that has paid for learning, and demotes after failures", () => {
    const learn = {
      at: "",
      skill: "s",
      kind: "learn",
      session: "",
      tokens: 10_000,
      overheadTokens: 900,
      requests: 5,
      seconds: 9,
    } as const;
    const run = (ok: boolean, tokens = 3000) =>
      ({ at: "", skill: "s", kind: "run", by: "model", ok, tokens, requests: 2, seconds: 3 }) as const;
    const account = skillAccount("s", [learn, run(true), run(true, 0)]);
    expect(account).toMatchObject({ breakEven: 2, runs: 2, successes: 2, tokensSaved: 6100 + 9100 - 900 });
    expect(skillAccount("s", [learn, run(false, 5000), run(true, 8000)]).breakEven).toBeUndefined();
    expect(shouldDemote(skillAccount("s", [learn, run(false), run(false)]))).toBe(true);
    expect(shouldDemote(skillAccount("s", [learn, run(false)]))).toBe(false);
    expect(
      shouldDemote(skillAccount("s", [learn, ...Array.from({ length: 10 }, () => run(true)), run(false)])),
    ).toBe(false);
  });
});

describe("composeSkills", () => {
  it("feeds what the first writes to the second, and is a skill", async () => {
    const { store, learn } = await memory();
    const [a, b] = [await learn(learnt, "sum-up"), await learn(shown, "show")];
    const composed = composeSkills(
      { skill: a, scripts: await store.scripts(a) },
      { skill: b, scripts: await store.scripts(b) },
      "sum-and-show",
    );
    expect(composed.links).toEqual(["input = output"]);
    expect(composed.skill.triggers).toEqual([
      "Add up {input} and write {output}, then show {output} as {output_2}",
    ]);
    await store.write(composed.skill, composed.files, { by: "test", receipts: receiptsFor(learnt, ["c2"]) });
    const cwd = folder();
    write(cwd, "data/feb.csv", "name,price\na,10\nb,25\n");
    const plan = await store.plan("sum-and-show", {
      input: "data/feb.csv",
      output: "feb.json",
      output_2: "feb.html",
    });
    expect(await bare({ plan, cwd, env: {} })).toMatchObject({ ok: true });
    expect(readFileSync(join(cwd, "feb.html"), "utf8")).toBe("<p>35</p>");
  });

  it("refuses what does not fit", async () => {
    const { store, learn } = await memory();
    const [a, b] = [await learn(learnt, "sum-up"), await learn(shown, "show")];
    const part = async (skill: typeof a) => ({ skill, scripts: await store.scripts(skill) });
    const [first, second] = [await part(b), await part(a)];
    expect(() => composeSkills(first, second, "x")).toThrow(
      /nothing that show gives .* fits a parameter of sum-up/,
    );
  });
});

describe("import and export", () => {
  it("a skill travels as a zip and comes back unproven, its scripts shown", async () => {
    const { dir, store, learn } = await memory();
    await learn(learnt, "sum-up");
    const zip = join(folder(), "sum-up.zip");
    writeFileSync(zip, zipOf(await exportSkill(dir, await store.get("sum-up"))));
    const other = await memory();
    const [imported] = importSkills(await readPackage(zip), "sum-up.zip", []);
    expect(imported).toMatchObject({
      scripts: ["scripts/check.js", "scripts/step-1.js"],
      problems: [],
      skill: { origin: "imported", stage: "sop" },
    });
    await other.store.write(imported!.skill, imported!.files, { by: "test", receipts: [], approved: true });
    expect(await other.store.get("sum-up")).toMatchObject({
      origin: "imported",
      stage: "sop",
      triggers: ["Add up {input} and write {output}"],
    });
  });

  it("reads tar.gz and folders", async () => {
    const dir = folder();
    write(dir, "deploy/SKILL.md", "---\nname: deploy\ndescription: d\n---\nBody");
    write(dir, `deploy/${"long-".repeat(24)}folder/run.sh`, "echo hi");
    execFileSync("tar", ["-czf", "deploy.tar.gz", "deploy"], { cwd: dir });
    for (const path of ["deploy.tar.gz", "deploy"]) {
      const [imported] = importSkills(await readPackage(join(dir, path)), path, []);
      expect(imported?.skill.name).toBe("deploy");
      expect(imported?.scripts[0]).toMatch(/run\.sh$/);
    }
  });

  it.each(["../out.sh", "/etc/cron.d/x", "C:\\x.bat", "a/../../b", "..\\b"])(
    "refuses the path %s",
    async (name) => {
      const zip = join(folder(), "x.zip");
      writeFileSync(zip, zipSync({ "SKILL.md": strToU8("x"), [name]: strToU8("x") }));
      await expect(readPackage(zip)).rejects.toMatchObject({
        code: "invalid-skill",
        message: expect.stringContaining(name),
      });
    },
  );

  it("refuses links in a folder, a tar and a zip, and what is damaged", async () => {
    const dir = folder();
    write(dir, "s/SKILL.md", "x");
    symlinkSync("/etc/passwd", join(dir, "s/link"));
    execFileSync("tar", ["-czf", "s.tgz", "s"], { cwd: dir });
    writeFileSync(
      join(dir, "s.zip"),
      zipSync({ link: [strToU8("/etc/passwd"), { os: 3, attrs: 0o120777 << 16 }] }),
    );
    for (const path of ["s", "s.tgz", "s.zip"])
      await expect(readPackage(join(dir, path))).rejects.toThrow("it is a link");
    writeFileSync(join(dir, "bad.zip"), "PK nonsense");
    writeFileSync(join(dir, "bad.tgz"), Buffer.from([0x1f, 0x8b, 1, 2, 3]));
    for (const path of ["bad.zip", "bad.tgz", "gone"])
      await expect(readPackage(join(dir, path))).rejects.toBeInstanceOf(MemoryError);
  });

  it("turns GenericAgent's SOPs into skills and back", async () => {
    const path = join(folder(), "web_login_sop.md");
    writeFileSync(path, "# Log in\n\nWait for the form: then type.\n");
    const [imported] = importSkills(await readPackage(path), path, []);
    expect(imported?.skill).toMatchObject({
      name: "web-login",
      description: "Log in",
      path: "skills/web-login/SKILL.md",
    });
    expect(exportSop(imported!.skill)).toEqual({
      file: "web_login_sop.md",
      text: "# Log in\n\nWait for the form: then type.\n",
    });
  });
});

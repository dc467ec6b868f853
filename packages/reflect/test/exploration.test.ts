import { mkdirSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { lastArray } from "../src/explore/parse-plan.js";
import { proposalsIn } from "../src/explore/pending-proposals.js";
import {
  adaptWeights,
  breadthOf,
  depthOf,
  Exploration,
  type ExplorationOptions,
  lessonOf,
  normalised,
  PendingProposals,
  parsePlan,
  type ReflectTask,
  type SkillStat,
  START_WEIGHTS,
  scoreTask,
  type TaskOutcome,
} from "../src/index.js";
import { FakeClock } from "../src/testing/index.js";
import { tempDir } from "./temp-dir.js";

const value = fc.double({ min: 0, max: 10, noNaN: true });
const dimensions = fc.record({ b: value, d: value, u: value, i: value });
const weights = dimensions.filter(({ b, d, u, i }) => b + d + u + i > 0.1).map((raw) => normalised(raw));
const skill = fc.record({
  name: fc.constantFrom("a", "b", "c", "d", "e"),
  category: fc.constantFrom("web", "files", "data", "system", "mail"),
  uses: fc.integer({ min: 0, max: 50 }),
});
const tree = fc.uniqueArray(skill, { selector: ({ name }) => name });
const sum = ({ b, d, u, i }: { b: number; d: number; u: number; i: number }) => b + d + u + i;

describe("the formulas", () => {
  it("S(t) = w_b·B + w_d·D + w_u·U + w_i·I with the start weights of the report", () => {
    expect(START_WEIGHTS).toEqual({ b: 0.3, d: 0.2, u: 0.3, i: 0.2 });
    expect(scoreTask(START_WEIGHTS, { b: 10, d: 5, u: 8, i: 1 })).toBeCloseTo(3 + 1 + 2.4 + 0.2);
  });

  it("S lies between the least and the greatest dimension, and grows with each", () => {
    fc.assert(
      fc.property(weights, dimensions, fc.constantFrom("b", "d", "u", "i"), value, (w, dims, name, more) => {
        const score = scoreTask(w, dims);
        const all = Object.values(dims);
        expect(score).toBeGreaterThanOrEqual(Math.min(...all) - 1e-9);
        expect(score).toBeLessThanOrEqual(Math.max(...all) + 1e-9);
        expect(scoreTask(w, { ...dims, [name]: dims[name as "b"] + more })).toBeGreaterThanOrEqual(
          score - 1e-9,
        );
      }),
    );
  });

  it("B is 0 to 10, 10 for an empty category, 0 for the largest, and falls with each skill more", () => {
    fc.assert(
      fc.property(tree, fc.constantFrom("web", "files", "data"), (skills, category) => {
        const breadth = breadthOf(category, skills);
        expect(breadth).toBeGreaterThanOrEqual(0);
        expect(breadth).toBeLessThanOrEqual(10);
        expect(breadthOf("never heard of", skills)).toBe(10);
        const sizes = new Map<string, number>();
        for (const each of skills) sizes.set(each.category, (sizes.get(each.category) ?? 0) + 1);
        if (skills.length > 0 && sizes.get(category) === Math.max(...sizes.values())) expect(breadth).toBe(0);
        const more = breadthOf(category, [...skills, { name: "new", category, uses: 0 }]);
        expect(more).toBeLessThanOrEqual(breadth + 1e-9);
      }),
    );
  });

  it("D is 0 to 10, 10 with the most used skill, 0 without one, and grows with what is named", () => {
    fc.assert(
      fc.property(tree, fc.subarray(["a", "b", "c", "d", "e"]), (skills, related) => {
        const depth = depthOf(related, skills);
        expect(depth).toBeGreaterThanOrEqual(0);
        expect(depth).toBeLessThanOrEqual(10);
        expect(depthOf([], skills)).toBe(0);
        const most = [...skills].sort((x, y) => y.uses - x.uses)[0];
        if (most && most.uses > 0) expect(depthOf([...related, most.name], skills)).toBe(10);
        expect(depthOf([...related, "a"], skills)).toBeGreaterThanOrEqual(depth);
      }),
    );
  });

  it("weights stay a distribution, and move only by the dominant dimension, only when the report says so", () => {
    const hindsight = fc.record({ dimensions, score: value, uses: fc.integer({ min: 0, max: 12 }) });
    fc.assert(
      fc.property(weights, hindsight, (before, past) => {
        const after = adaptWeights(before, past);
        expect(sum(after)).toBeCloseTo(1);
        for (const weight of Object.values(after)) expect(weight).toBeGreaterThanOrEqual(0);
        const lesson =
          past.score > 8 && past.uses < 3
            ? "overrated"
            : past.score < 5 && past.uses > 5
              ? "underrated"
              : undefined;
        expect(lessonOf(past)).toBe(lesson);
        if (!lesson) {
          expect(after).toBe(before);
          return;
        }
        const names = ["b", "d", "u", "i"] as const;
        const share = (name: "b") => before[name] * past.dimensions[name];
        const dominant = names.reduce((best, name) =>
          share(name as "b") > share(best as "b") ? name : best,
        );
        const factor = lesson === "overrated" ? 0.9 : 1.1;
        const total = 1 + before[dominant] * (factor - 1);
        for (const name of names)
          expect(after[name]).toBeCloseTo((before[name] * (name === dominant ? factor : 1)) / total);
      }),
    );
  });
});

const planOf = (categories: string[]) =>
  `I looked [1]. Here it is:\n\`\`\`json\n${JSON.stringify(
    categories.map((category, index) => ({
      title: `T${index}`,
      category,
      goal: "g",
      check: "c",
      skills: ["a"],
    })),
  )}\n\`\`\``;
const FOUR = ["web", "files", "Data", "system", "web"];

describe("parsePlan", () => {
  it("finds the list in an answer, passes over what is no task, and wants four categories", () => {
    expect(parsePlan(planOf(FOUR)).map(({ category }) => category)).toEqual([
      "web",
      "files",
      "data",
      "system",
      "web",
    ]);
    expect(() => parsePlan(planOf(["a", "b", "c", "a"]))).toThrow(/4 tasks in 3 categories/);
    expect(() => parsePlan("I have no idea [yet].")).toThrow(/no list of tasks/);
  });

  it("reads back any list from any prose, and gives up on a sea of brackets", () => {
    const items = fc.array(fc.record({ n: fc.integer(), s: fc.string() }), { minLength: 1 });
    fc.assert(
      fc.property(items, fc.string(), (list, prose) => {
        const before = prose.replace(/[[\]]/g, "");
        expect(lastArray(`${before}${JSON.stringify(list)}${before}`)).toEqual(
          JSON.parse(JSON.stringify(list)),
        );
      }),
    );
    expect(lastArray("[".repeat(5_000) + "]".repeat(5_000))).toEqual([]);
  });
});

function explorer(more: Partial<ExplorationOptions> = {}, skills: SkillStat[] = []) {
  const dir = tempDir();
  const clock = new FakeClock("2026-12-01T08:00:00Z");
  const pending = new PendingProposals(join(dir, "pending"));
  const judged: number[] = [];
  const make = () =>
    new Exploration({
      ...{ dir, pending, clock },
      ports: {
        skills: async () => skills,
        judge: async (candidates) => {
          judged.push(candidates.length);
          return candidates.map((_, index) => ({ u: index + 1, i: "3" }));
        },
        context: async () => "the index",
        searchSkills: async (words) => [`a: for ${words}`],
        sandbox: async (id) => {
          const folder = join(dir, "sandbox", id);
          mkdirSync(folder, { recursive: true });
          return folder;
        },
      },
      ...more,
    });
  const end = (task: ReflectTask | undefined, text: string, rest: Partial<TaskOutcome> = {}) =>
    task!.settle!({
      status: "done",
      text,
      startedAt: clock.now(),
      endedAt: clock.now(),
      session: "s1",
      ...rest,
    });
  return { dir, clock, pending, judged, make, end };
}

const PROPOSAL =
  '```memory\n[{"path": "skills/x/SKILL.md", "why": "proven", "text": "do x"}, {"path": "../../etc", "text": "no"}]\n```';

describe("Exploration", () => {
  it("plans, then does one task a time, the best first, in six steps with a report for review", async () => {
    const { dir, make, end, pending } = explorer();
    const plan = await make().nextTask();
    expect(plan).toMatchObject({
      from: "explore/plans",
      settings: { permissions: "read-only", memoryWrites: false },
    });
    expect(plan!.prompt).toContain("Plan only");
    await end(plan, planOf(FOUR));
    const { items } = await make().state();
    expect(items.map(({ dimensions }) => dimensions.u)).toEqual([1, 2, 3, 4, 5]);

    const task = await make().nextTask();
    expect(task).toMatchObject({
      title: "explore: T4",
      settings: { permissions: "auto", memoryWrites: false },
    });
    expect(task!.prompt).toMatch(/the index.*a: for T4 g.*CHECK: holds/s);
    await end(task, `CHECK: holds\nIt took 3 s.\n${PROPOSAL}`);

    expect(readdirSync(join(dir, "reports"))).toEqual(["R001_T4.md"]);
    const report = readFileSync(join(dir, "reports", "R001_T4.md"), "utf8");
    expect(report).toContain("the check holds");
    expect(report).toContain("It took 3 s.");
    expect(await pending.list()).toMatchObject([
      { path: "skills/x/SKILL.md", report: "R001_T4.md", session: "s1" },
    ]);
    expect((await make().state()).items.map(({ state }) => state)).toEqual([
      "open",
      "open",
      "open",
      "open",
      "done",
    ]);
  });

  it("documents failures too: a check that fails, a run that fails, a host that dies", async () => {
    const { dir, make, end, pending } = explorer();
    await end(await make().nextTask(), planOf(FOUR));
    await end(await make().nextTask(), `CHECK: fails\nThe port is closed.\n${PROPOSAL}`);
    await end(await make().nextTask(), "", { status: "failed", why: "status 500" });
    await make().nextTask(); // and its host is killed
    const next = await make().nextTask();
    expect(next!.title).toBe("explore: T1");
    const reports = readdirSync(join(dir, "reports")).sort();
    expect(reports).toEqual(["R001_T4.md", "R002_T3.md", "R003_T2.md"]);
    const texts = reports.map((name) => readFileSync(join(dir, "reports", name), "utf8"));
    expect(texts[0]).toContain("The port is closed.");
    expect(texts[1]).toContain("status 500");
    expect(texts[2]).toContain("the host ended in the midst of it");
    for (const text of texts) expect(text).toContain("the check does not hold");
    expect(await pending.list()).toEqual([]); // no execution, no memory
  });

  it("asks for a plan of too few categories again, then rests for a day", async () => {
    const { make, end, clock, judged } = explorer();
    for (let attempt = 0; attempt < 3; attempt++) {
      const plan = await make().nextTask();
      if (attempt > 0) expect(plan!.prompt).toContain("The last plan was refused");
      await expect(end(plan, planOf(["one", "two"]))).rejects.toMatchObject({ code: "no-plan" });
    }
    expect(await make().nextTask()).toBeUndefined();
    clock.jumpTo("2026-12-02T08:00:01Z");
    expect((await make().nextTask())!.from).toBe("explore/plans");
    expect(judged).toEqual([]);
  });

  it("learns from what became of a task, once", async () => {
    const skills: SkillStat[] = [{ name: "a", category: "other", uses: 1 }];
    const { make, end, clock } = explorer(
      {},
      skills, // B 10 and D 10 for each: T4 scores 3 + 2 + 1.5 + 0.6
    );
    await end(await make().nextTask(), planOf(FOUR));
    await end(await make().nextTask(), "CHECK: holds");
    clock.jumpTo("2026-12-30T08:00:00Z");
    await make().nextTask();
    expect((await make().state()).weights).toEqual(START_WEIGHTS);
    const state = await make().state();
    expect(state.items[4]!.score).toBeCloseTo(7.1);
    clock.jumpTo("2027-01-05T08:00:00Z");
    await make().nextTask();
    expect((await make().state()).weights).toEqual(START_WEIGHTS); // 7.1 is no lesson
    expect((await make().state()).items[4]!.learned).toBe(true);
  });

  it("changes the memory at once only where that was allowed, and keeps what could not be written", async () => {
    const applied: string[] = [];
    const { make, end, pending } = explorer({
      applyUnasked: async ({ path }) => {
        if (applied.length > 0) throw new Error("refused by the door");
        applied.push(path);
      },
    });
    await end(await make().nextTask(), planOf(FOUR));
    await end(await make().nextTask(), `CHECK: holds\n${PROPOSAL}`);
    expect(applied).toEqual(["skills/x/SKILL.md"]);
    await end(await make().nextTask(), `CHECK: holds\n${PROPOSAL}`);
    const [left] = await pending.list();
    await expect(pending.accept(left!.id, () => Promise.reject(new Error("no")))).rejects.toThrow("no");
    await pending.reject(left!.id);
    expect(await pending.list()).toEqual([]);
    await expect(pending.reject("zzz")).rejects.toMatchObject({ code: "unknown-proposal" });
    const decided = readFileSync(join(pending.dir, "decided.jsonl"), "utf8");
    expect(decided.match(/"decision":"\w+"/g)).toEqual(['"decision":"accepted"', '"decision":"rejected"']);
  });

  it("takes no proposal whose path leads out of the memory", () => {
    const paths = ["ok.md", "a/b.md", "/abs", "..", "a/../b", "C:\\x", "a//b", "", "./x"];
    const block = `\`\`\`memory\n${JSON.stringify(paths.map((path) => ({ path, text: "t" })))}\n\`\`\``;
    expect(proposalsIn(block).map(({ path }) => path)).toEqual(["ok.md", "a/b.md"]);
  });
});

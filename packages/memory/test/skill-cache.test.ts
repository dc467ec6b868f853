import { existsSync, mkdirSync, readFileSync, rmSync, utimesSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { loadSkills, matchSkills, type Skill } from "../src/index.js";
import { MIN_SCORE } from "../src/skills/match-skills.js";
import { similarity } from "../src/skills/task-words.js";
import { temporaryFolder } from "./memory-folder.js";

const COUNT = 60;

function writeSkill(dir: string, name: string, description: string): void {
  mkdirSync(join(dir, "skills", name), { recursive: true });
  writeFileSync(
    join(dir, "skills", name, "SKILL.md"),
    `---\nname: ${name}\ndescription: ${description}\n---\nBody`,
  );
}

async function manySkills() {
  const dir = temporaryFolder();
  for (let number = 0; number < COUNT; number++) writeSkill(dir, `s${number}`, `does thing ${number}`);
  await new Promise((resolve) => setTimeout(resolve, 120));
  const first = await loadSkills(dir);
  return { dir, first, cache: join(dir, ".ga/index/skills.json") };
}

it("reads what changed, and nothing else", async () => {
  const { dir, first, cache } = await manySkills();
  const kept = readFileSync(cache, "utf8");
  writeFileSync(cache, kept.replace('does thing 7"', 'as it was read"'));
  const again = await loadSkills(dir);
  expect(again.skills.find(({ name }) => name === "s7")?.description).toBe("as it was read");
  writeSkill(dir, "s7", "does another thing");
  writeSkill(dir, "new", "is new");
  rmSync(join(dir, "skills/s8"), { recursive: true });
  const { skills, problems } = await loadSkills(dir);
  expect(problems).toEqual([]);
  expect(skills).toHaveLength(COUNT);
  expect(skills.find(({ name }) => name === "s7")?.description).toBe("does another thing");
  expect(skills.filter(({ name }) => name !== "s7" && name !== "new")).toEqual(
    first.skills.filter(({ name }) => name !== "s7" && name !== "s8"),
  );
});

it("sees a change of the same size and time", async () => {
  const { dir } = await manySkills();
  const path = join(dir, "skills/s9/SKILL.md");
  const time = new Date("2026-01-01");
  utimesSync(path, time, time);
  await loadSkills(dir);
  writeSkill(dir, "s9", "does thing X");
  utimesSync(path, time, time);
  expect((await loadSkills(dir)).skills.find(({ name }) => name === "s9")?.description).toBe("does thing X");
});

it.each(["", "{ half", '{"format":1,"rows":[["skills/s1/SKILL.md",{}],3]}', '{"format":0}'])(
  "makes a damaged cache anew: %s",
  async (damaged) => {
    const { dir, first, cache } = await manySkills();
    writeFileSync(cache, damaged);
    expect(await loadSkills(dir)).toEqual(first);
    rmSync(cache);
    expect(await loadSkills(dir)).toEqual(first);
    expect(existsSync(cache)).toBe(true);
  },
);

it("finds every skill that a comparison with each one finds", async () => {
  const { first } = await manySkills();
  const words = "sum rename file invoice the monthly report send 发票 改名".split(" ");
  const pick = (seed: number, count: number) =>
    Array.from(
      { length: count },
      (_, index) => words[(seed * 7 + index * index * (seed + 3)) % words.length],
    ).join(" ");
  const skills = first.skills.map(
    (skill, index): Skill => ({ ...skill, triggers: [`${pick(index, 2 + (index % 6))} x`] }),
  );
  for (let seed = 0; seed < 40; seed++) {
    const task = `Now ${pick(seed + 100, 2 + (seed % 5))}`;
    const wanted = skills.filter(({ triggers }) => similarity(triggers[0]!, task) >= MIN_SCORE);
    const found = matchSkills(task, skills).map(({ skill }) => skill.name);
    expect(found.sort()).toEqual(wanted.map(({ name }) => name).sort());
  }
});

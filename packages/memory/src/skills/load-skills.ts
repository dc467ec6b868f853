import { lstat, readdir } from "node:fs/promises";
import { join } from "node:path";
import { readPlain } from "../folder/read-plain.js";
import { nameOfPath, parseSkill } from "./parse-skill.js";
import type { Skill, SkillProblem } from "./skill.js";
import { SkillCache } from "./skill-cache.js";
import { readAccount } from "./skill-runs.js";

export interface LoadedSkills {
  skills: Skill[];
  problems: SkillProblem[];
}

/** GenericAgent's own files, which are no skills. */
const RESERVED = new Set(["memory_management_sop.md"]);
/** Larger texts are no instructions. */
const MAX_BYTES = 1_000_000;
/** Files open at a time. */
const BATCH = 64;

/** Reads every skill of a memory folder: `skills/NAME/SKILL.md`, and the flat `*_sop.md`. What is amiss is told by name. */
export async function loadSkills(dir: string): Promise<LoadedSkills> {
  const [folders, files] = await Promise.all([namesIn(dir, "skills"), namesIn(dir)]);
  const paths = [
    ...folders.map((name) => `skills/${name}/SKILL.md`),
    ...files.filter((name) => name.endsWith("_sop.md") && !RESERVED.has(name)),
  ].sort();
  const loaded = await readAll(dir, paths);
  const { skills, problems } = tellApart(loaded);
  await applyStages(dir, skills);
  return { skills, problems };
}

/** Only what changed since the last time is read. */
async function readAll(dir: string, paths: readonly string[]): Promise<LoadedSkills> {
  const cache = new SkillCache(dir);
  const found = paths.map((path) => {
    const mark = cache.markOf(path);
    return { path, mark, read: cache.get(path, mark) };
  });
  const unread = found.filter(({ read }) => !read);
  for (let at = 0; at < unread.length; at += BATCH)
    await Promise.all(
      unread.slice(at, at + BATCH).map(async (each) => {
        each.read = await load(dir, each.path);
        cache.put(each.path, each.mark, each.read);
      }),
    );
  cache.save();
  const all = found.flatMap(({ read }) => read ?? []);
  return { skills: all.flatMap(({ skills }) => skills), problems: all.flatMap(({ problems }) => problems) };
}

/** The stage is what the account said last. */
async function applyStages(dir: string, skills: readonly Skill[]): Promise<void> {
  const stages = new Map(
    (await readAccount(dir)).flatMap((line) => (line.kind === "stage" ? [[line.skill, line.stage]] : [])),
  );
  for (const skill of skills) {
    const stage = stages.get(skill.name);
    skill.retired = stage === "retired";
    if (stage === "code" && skill.steps.length > 0) skill.stage = "code";
  }
}

/** The folders in a folder, or the plain files at the top. What is behind a link is no part of the memory. */
async function namesIn(dir: string, folder?: string): Promise<string[]> {
  const place = folder === undefined ? dir : join(dir, folder);
  if (folder !== undefined && (await lstat(place).catch(() => undefined))?.isDirectory() !== true) return [];
  const entries = await readdir(place, { withFileTypes: true }).catch(() => []);
  return entries
    .filter((entry) => (folder === undefined ? entry.isFile() : entry.isDirectory()))
    .filter(({ name }) => !name.startsWith("."))
    .map(({ name }) => name);
}

async function load(dir: string, path: string): Promise<LoadedSkills> {
  try {
    const [bytes, json] = await Promise.all([
      readPlain(dir, path),
      path.endsWith("/SKILL.md")
        ? readPlain(dir, path.replace(/SKILL\.md$/, "skill.json")).catch(() => undefined)
        : undefined,
    ]);
    if (!bytes) return lost(path, "the folder has no SKILL.md, or a link in its place");
    const source = bytes.toString("utf8");
    if (source.length > MAX_BYTES)
      return lost(path, `it is ${source.length} characters long; at most ${MAX_BYTES} are read`);
    const { skill, problems } = parseSkill(path, source, json?.toString("utf8"));
    return { skills: [skill], problems: problems.map((message) => ({ path, message })) };
  } catch (error) {
    return lost(path, (error as Error).message);
  }
}

const lost = (path: string, message: string): LoadedSkills => ({
  skills: [],
  problems: [{ path, message, isLost: true }],
});

/** Of two skills with one name the one in a folder keeps it; both stay, and it is told. */
function tellApart({ skills, problems }: LoadedSkills): LoadedSkills {
  const names = new Set(skills.filter(({ path }) => path.startsWith("skills/")).map(({ name }) => name));
  for (const skill of skills) {
    if (skill.path.startsWith("skills/")) continue;
    const { name } = skill;
    if (names.has(name)) {
      for (let count = 2; names.has(skill.name); count++) skill.name = `${name}-${count}`;
      problems.push({
        path: skill.path,
        message: `a second skill of the name ${name}; it is called ${skill.name}`,
      });
    }
    names.add(skill.name);
  }
  return { skills, problems: [...problems, ...sameGivenNames(skills)] };
}

/** Two folders whose files claim one name. */
function sameGivenNames(skills: readonly Skill[]): SkillProblem[] {
  const seen = new Map<string, string>();
  return skills.flatMap(({ path, name, triggers }) => {
    const key = nameOfPath(path) === name ? triggers.join("\n") : "";
    const first = key ? seen.get(key) : undefined;
    if (key && !first) seen.set(key, name);
    return first
      ? [{ path, message: `it competes with ${first} for the same task; their records decide` }]
      : [];
  });
}

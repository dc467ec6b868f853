import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import type { SkillStat } from "@genericagent/reflect";

export interface SkillFile {
  name: string;
  text: string;
}

/** The skills of a memory folder: `skills/NAME/SKILL.md`, and GenericAgent's flat `*_sop.md`. */
export async function skillFiles(memory: string): Promise<SkillFile[]> {
  const folders = await readdir(join(memory, "skills")).catch(() => []);
  const flat = (await readdir(memory).catch(() => [])).filter((name) => name.endsWith("_sop.md"));
  const files = [
    ...folders.map((name) => ({ name, path: join(memory, "skills", name, "SKILL.md") })),
    ...flat.map((name) => ({ name: name.slice(0, -"_sop.md".length), path: join(memory, name) })),
  ];
  const texts = await Promise.all(files.map(async ({ name, path }) => ({ name, text: await read(path) })));
  return texts.filter(({ text }) => text !== "");
}

/** A category is what the skill's front matter says, else the first word of its name. */
export async function skillStats(memory: string): Promise<SkillStat[]> {
  const uses = await usesBySkill(memory);
  return (await skillFiles(memory)).map(({ name, text }) => {
    const said = /^\s*category:\s*["']?([\p{L}\p{N} _-]+)/mu.exec(frontMatter(text))?.[1];
    return {
      name,
      category: (said ?? name.split(/[-_]/, 1)[0] ?? name).trim().toLowerCase(),
      uses: uses.get(name) ?? 0,
    };
  });
}

const MONTH_MS = 30 * 86_400_000;

/** Runs in the last 30 days, from the memory's account of skills. */
async function usesBySkill(memory: string): Promise<Map<string, number>> {
  const uses = new Map<string, number>();
  for (const line of (await read(join(memory, ".ga", "skill_runs.jsonl"))).split("\n")) {
    const { kind, skill, at } = parse(line);
    if (kind !== "run" || typeof skill !== "string" || Date.now() - Date.parse(String(at)) > MONTH_MS)
      continue;
    uses.set(skill, (uses.get(skill) ?? 0) + 1);
  }
  return uses;
}

const MAX_FOUND = 3;

/** Skills whose text shares most words with the task, one line each. */
export function searchSkills(files: readonly SkillFile[], words: string): string[] {
  const wanted = new Set(words.toLowerCase().match(/[\p{L}\p{N}]{4,}/gu));
  const hits = files.map(({ name, text }) => {
    const has = text.toLowerCase();
    const count = [...wanted].filter((word) => has.includes(word)).length;
    const about = /^description:\s*(.+)$/m.exec(frontMatter(text))?.[1] ?? "";
    return { line: `${name}: ${about}`.slice(0, 200), count };
  });
  const found = hits.filter(({ count }) => count > 0).sort((a, b) => b.count - a.count);
  return found.slice(0, MAX_FOUND).map(({ line }) => line);
}

const frontMatter = (text: string): string => /^---\r?\n([\s\S]*?)\r?\n---/.exec(text)?.[1] ?? "";

const read = (path: string): Promise<string> => readFile(path, "utf8").catch(() => "");

function parse(line: string): Record<string, unknown> {
  try {
    return JSON.parse(line) as Record<string, unknown>;
  } catch {
    return {};
  }
}

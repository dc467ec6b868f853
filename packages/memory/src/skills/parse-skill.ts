import { slug } from "../crystallize/slug.js";
import { readFrontMatter } from "./front-matter.js";
import { emptyData, type Skill, type SkillData } from "./skill.js";

export interface ParsedSkill {
  skill: Skill;
  problems: string[];
}

/**
 * Reads a skill in the open format, or a flat SOP, as far as it can be read.
 *
 * @param path of `SKILL.md` or of the flat file, relative to the memory folder
 * @param json the text of `skill.json`, where there is one
 */
export function parseSkill(path: string, source: string, json?: string): ParsedSkill {
  const isFlat = !path.endsWith("SKILL.md");
  const { fields, body, problems } =
    isFlat && !source.startsWith("---") ? flat(source) : readFrontMatter(source);
  const folder = nameOfPath(path);
  const given = typeof fields.name === "string" ? fields.name.trim() : "";
  if (given && given !== folder && !isFlat)
    problems.push(`its name "${given}" is not that of its folder; it is called ${folder}`);
  const described = typeof fields.description === "string" ? fields.description.trim() : "";
  if (!described && !isFlat) problems.push("it has no description; its first words are taken");
  const category = categoryIn(fields);
  const data = readData(json, problems);
  return {
    skill: {
      ...data,
      stage: "sop",
      retired: false,
      name: folder,
      description: described || firstWords(body) || folder,
      ...(category && { category }),
      body: body.trim(),
      path,
    },
    problems,
  };
}

function categoryIn({ category, metadata }: Record<string, unknown>): string | undefined {
  const said = category ?? (metadata as Record<string, unknown> | null | undefined)?.category;
  return typeof said === "string" ? said.trim() : undefined;
}

/** The folder's name, or the file's without its ending. */
export function nameOfPath(path: string): string {
  const parts = path.split("/");
  if (parts.at(-1) === "SKILL.md") return parts.at(-2) ?? "skill";
  return slug(
    parts
      .at(-1)!
      .replace(/\.(md|py)$/, "")
      .replace(/_/g, "-")
      .replace(/-sop$/, ""),
  );
}

const flat = (source: string) => ({
  fields: {} as Record<string, unknown>,
  body: source.replace(/^\uFEFF/, ""),
  problems: [] as string[],
});

const firstWords = (body: string): string => {
  const line =
    body
      .split("\n")
      .map((each) => each.replace(/^[#>*\-\s"']+/, "").trim())
      .find(Boolean) ?? "";
  return line.slice(0, 200);
};

function readData(json: string | undefined, problems: string[]): SkillData {
  const base = emptyData();
  if (json === undefined) return { ...base, origin: "imported" };
  try {
    const given = JSON.parse(json) as Partial<SkillData>;
    const kept = Object.entries(given).filter(([name, value]) => isFit(name, value, base));
    return { ...base, ...Object.fromEntries(kept) };
  } catch (error) {
    problems.push(`skill.json cannot be read (${(error as Error).message}); the skill has its text alone`);
    return { ...base, origin: "imported" };
  }
}

/** A field of the wrong kind is left out, so that one slip does not lose the others. */
function isFit(name: string, value: unknown, base: SkillData): boolean {
  const expected: unknown = base[name as keyof SkillData];
  if (expected === undefined) return value !== null;
  return Array.isArray(expected) ? Array.isArray(value) : typeof value === typeof expected;
}

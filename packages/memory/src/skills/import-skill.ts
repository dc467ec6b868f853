import { MemoryError } from "../memory-error.js";
import { nameOfPath, parseSkill } from "./parse-skill.js";
import type { PackageFiles } from "./read-package.js";
import type { Skill } from "./skill.js";
import { freeName } from "./skill-store.js";

export interface ImportedSkill {
  skill: Skill;
  /** Text files besides `SKILL.md`, by path in the skill's folder. */
  files: Map<string, string>;
  /** Those of them that can be run: to be shown to the user. */
  scripts: string[];
  problems: string[];
}

const SCRIPT = /\.(?:py|sh|bash|js|mjs|cjs|ts|ps1|rb|pl|bat|cmd)$/i;

/**
 * Makes a skill of a package, or several where it holds several. Whatever it says of itself, it is unproven here: an
 * SOP of foreign origin, which nothing runs unasked.
 *
 * @param source the name of the folder or file it came in
 * @throws MemoryError `invalid-skill` when there is no skill in it
 */
export function importSkills(
  files: PackageFiles,
  source: string,
  existing: readonly Skill[],
): ImportedSkill[] {
  const roots = rootsOf(files);
  const taken = [...existing];
  const skills = roots.map((root) => {
    const imported = importOne(files, root, source, taken);
    taken.push(imported.skill);
    return imported;
  });
  if (skills.length > 0) return skills;
  const seen = [...files.keys()].slice(0, 5).join(", ") || "nothing";
  throw new MemoryError(
    "invalid-skill",
    `Nothing was imported: ${source} has no SKILL.md and no *_sop.md (it holds ${seen}).`,
  );
}

/** Paths of what describes a skill: each `SKILL.md`, else each flat SOP, else a single Markdown file. */
function rootsOf(files: PackageFiles): string[] {
  const names = [...files.keys()].sort();
  const open = names.filter((name) => /(?:^|\/)SKILL\.md$/i.test(name));
  const flat = names.filter((name) => /_sop\.md$/i.test(name) && !name.endsWith("memory_management_sop.md"));
  if (open.length > 0) return open;
  if (flat.length > 0) return flat;
  return names.length === 1 && /\.md$/i.test(names[0]!) ? names : [];
}

function importOne(
  files: PackageFiles,
  root: string,
  source: string,
  existing: readonly Skill[],
): ImportedSkill {
  const isOpen = /SKILL\.md$/i.test(root);
  const folder = root.includes("/") ? root.slice(0, root.lastIndexOf("/") + 1) : "";
  const wanted = isOpen
    ? (folder.split("/").at(-2) ?? source.replace(/\.(?:zip|tgz|tar(?:\.gz)?)$/i, ""))
    : nameOfPath(root);
  const problems: string[] = [];
  const text = textOf(files.get(root)!);
  if (text === undefined)
    throw new MemoryError(
      "invalid-skill",
      `Nothing was imported: ${root} is no UTF-8 text. Save it as UTF-8.`,
    );
  const others = isOpen ? [...files].filter(([path]) => path !== root && path.startsWith(folder)) : [];
  const texts = new Map<string, string>();
  for (const [path, bytes] of others) {
    const content = textOf(bytes);
    const name = path.slice(folder.length);
    if (content === undefined) problems.push(`${name} is no text and was left out`);
    else texts.set(name, content);
  }
  const json = texts.get("skill.json");
  texts.delete("skill.json");
  texts.delete("account.json");
  const parsed = parseSkill(isOpen ? `${toName(wanted)}/SKILL.md` : root, text, json);
  problems.push(...parsed.problems);
  const given = /^name:\s*["']?([a-z0-9-]+)["']?\s*$/m.exec(text)?.[1];
  const name = freeName(toName(given ?? wanted), existing);
  const steps = parsed.skill.steps.filter(({ file }) => texts.has(file));
  if (steps.length < parsed.skill.steps.length)
    problems.push("skill.json names scripts that are missing; its steps were left out");
  const isWhole = steps.length === parsed.skill.steps.length;
  const skill: Skill = {
    ...parsed.skill,
    ...{ name, origin: "imported", stage: "sop", retired: false, path: `skills/${name}/SKILL.md` },
    steps: isWhole ? steps : [],
  };
  if (!isWhole) delete skill.check;
  return { skill, files: texts, scripts: [...texts.keys()].filter((path) => SCRIPT.test(path)), problems };
}

const toName = (words: string): string =>
  words
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, "-")
    .replace(/^-+|-+$/g, "")
    .slice(0, 64) || "skill";

function textOf(bytes: Uint8Array): string | undefined {
  try {
    const text = new TextDecoder("utf-8", { fatal: true }).decode(bytes);
    return text.includes("\0") ? undefined : text.replace(/^\uFEFF/, "");
  } catch {
    return undefined;
  }
}

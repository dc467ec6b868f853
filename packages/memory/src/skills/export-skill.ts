import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { RECORD_FILE } from "../layers.js";
import { fflate } from "../when-used.js";
import { formatData, formatSkill, toSop } from "./format-skill.js";
import { folderOf, type Skill } from "./skill.js";

/**
 * The files of a skill in the open format, by path below its folder's name. What was proven here is not proven
 * elsewhere, so no record goes along.
 */
export async function exportSkill(dir: string, skill: Skill): Promise<Map<string, Uint8Array>> {
  const encode = (text: string) => new TextEncoder().encode(text);
  const files = new Map([[`${skill.name}/SKILL.md`, encode(formatSkill(skill))]]);
  const folder = folderOf(skill);
  if (folder === undefined) return files;
  files.set(`${skill.name}/skill.json`, encode(formatData(skill)));
  for (const entry of await readdir(join(dir, folder), { withFileTypes: true, recursive: true })) {
    if (!entry.isFile()) continue;
    const path = join(entry.parentPath, entry.name);
    const name = path.slice(join(dir, folder).length + 1).replaceAll("\\", "/");
    if (["SKILL.md", "skill.json", RECORD_FILE].includes(name)) continue;
    files.set(`${skill.name}/${name}`, new Uint8Array(await readFile(path)));
  }
  return files;
}

/** The same bytes for the same files: entries are sorted and carry no time of their own. */
export const zipOf = (files: ReadonlyMap<string, Uint8Array>): Uint8Array =>
  fflate().zipSync(Object.fromEntries([...files].sort(([a], [b]) => (a < b ? -1 : 1))), {
    mtime: new Date(1980, 0, 1),
  });

/** File name and text in GenericAgent's flat form. */
export const exportSop = (skill: Skill): { file: string; text: string } => ({
  file: `${skill.name.replaceAll("-", "_")}_sop.md`,
  text: toSop(skill),
});

import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";

export interface ListedSkill {
  name: string;
  description: string;
  /** Relative to the memory folder. */
  path: string;
}

/** The skills on the disk: folders with a SKILL.md, and GenericAgent's flat `*_sop.md` and `*.py`. */
export async function listSkills(memory: string): Promise<ListedSkill[]> {
  const folders = await readdir(join(memory, "skills")).catch(() => []);
  const skills = await Promise.all(
    folders.map(async (folder) => {
      const path = join("skills", folder, "SKILL.md");
      const text = await readFile(join(memory, path), "utf8").catch(() => undefined);
      if (text === undefined) return [];
      const field = (name: string) =>
        new RegExp(`^${name}:\\s*(.+)$`, "m").exec(text)?.[1]?.replace(/^["']|["']$/g, "");
      return [{ name: field("name") ?? folder, description: field("description") ?? "", path }];
    }),
  );
  const flat = (await readdir(memory).catch(() => []))
    .filter((name) => /(_sop\.md|\.py)$/.test(name) && name !== "memory_management_sop.md")
    .map((name) => ({ name, description: "", path: name }));
  return [...skills.flat(), ...flat].sort((a, b) => a.name.localeCompare(b.name));
}

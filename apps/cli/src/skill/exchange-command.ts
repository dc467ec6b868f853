import { mkdir, stat, writeFile } from "node:fs/promises";
import { basename, dirname, join, resolve } from "node:path";
import { openSkillHost } from "@genericagent/agent";
import { exportSkill, exportSop, importSkills, readPackage, zipOf } from "@genericagent/memory";
import pc from "picocolors";
import { EXIT, type ExitCode } from "../exit-code.js";
import { printable } from "../printable.js";
import { requireUser } from "../require-user.js";
import type { SkillFlags } from "../skill-program.js";

/** `ga skill export`: never over something that is there. */
export async function exportTo(name: string, { format = "zip", output }: SkillFlags): Promise<ExitCode> {
  const { skills } = await openSkillHost();
  const skill = await skills.get(name);
  const files = await filesOf(format, skills.door.dir, skill, output);
  if (!files) {
    process.stderr.write(`There is no format "${format}". Formats: zip, folder, sop.\n`);
    return EXIT.badUsage;
  }
  for (const [path] of files)
    if (await stat(path).catch(() => undefined)) {
      process.stderr.write(`Nothing was written: ${path} exists. Choose another place with --output.\n`);
      return EXIT.failed;
    }
  for (const [path, content] of files) {
    await mkdir(dirname(path), { recursive: true });
    await writeFile(path, content);
  }
  process.stdout.write(`${output ? resolve(output) : files.map(([path]) => path).at(0)}\n`);
  return EXIT.done;
}

type Skill = Awaited<ReturnType<Awaited<ReturnType<typeof openSkillHost>>["skills"]["get"]>>;

async function filesOf(
  format: string,
  dir: string,
  skill: Skill,
  output: string | undefined,
): Promise<[string, Uint8Array | string][] | undefined> {
  if (format === "sop") {
    const { file, text } = exportSop(skill);
    return [[resolve(output ?? file), text]];
  }
  if (format === "zip")
    return [[resolve(output ?? `${skill.name}.zip`), zipOf(await exportSkill(dir, skill))]];
  if (format !== "folder") return undefined;
  const root = resolve(output ?? skill.name);
  return [...(await exportSkill(dir, skill))].map(([path, content]) => [
    join(root, path.slice(skill.name.length + 1)),
    content,
  ]);
}

/** Lines of a script that are shown; the whole stands in the memory folder. */
const SHOWN_LINES = 40;

/** `ga skill import`: shows what could be run, and runs nothing. */
export async function importFrom(path: string): Promise<ExitCode> {
  requireUser("skill import");
  const { skills } = await openSkillHost();
  const imported = importSkills(
    await readPackage(resolve(path)),
    basename(resolve(path)),
    (await skills.load()).skills,
  );
  for (const { skill, files, scripts, problems } of imported) {
    await skills.write(skill, files, { by: "ga skill import", receipts: [], approved: true });
    process.stdout.write(`${pc.bold(skill.name)}  ${printable(skill.description)}\n`);
    for (const problem of problems) process.stderr.write(`${pc.yellow("!")} ${printable(problem)}\n`);
    for (const script of scripts)
      process.stdout.write(`\n${pc.bold(script)}\n${pc.dim(shown(files.get(script)!))}\n`);
    process.stdout.write(`\nIt is unproven and not run unasked. Read: ga skill show ${skill.name}\n`);
    if (skill.steps.length > 0)
      process.stdout.write(`Try it in fresh environments: ga skill promote ${skill.name} --param …\n`);
  }
  return EXIT.done;
}

function shown(code: string): string {
  const lines = printable(code.trimEnd()).split("\n");
  const more = lines.length > SHOWN_LINES ? [`… ${lines.length - SHOWN_LINES} more lines`] : [];
  return [...lines.slice(0, SHOWN_LINES), ...more].map((line) => `  ${line}`).join("\n");
}

import { openSkillHost } from "@genericagent/agent";
import { isTrusted, type Skill, type SkillAccount } from "@genericagent/memory";
import pc from "picocolors";
import { describeCount } from "../describe-call.js";
import { EXIT, type ExitCode } from "../exit-code.js";
import { printable } from "../printable.js";
import type { SkillFlags } from "../skill-program.js";

/** `ga skill list`; JSON always has them all. What could not be read goes to stderr and is no failure of the others. */
export async function listSkills({ json = false, all: withRetired = false }: SkillFlags): Promise<ExitCode> {
  const { skills } = await openSkillHost();
  const { skills: all, problems } = await skills.load();
  const accounts = await skills.accounts();
  if (json) {
    const list = all.map(({ body: _, ...skill }) => ({ ...skill, account: accounts.get(skill.name) }));
    process.stdout.write(`${JSON.stringify({ skills: list, problems })}\n`);
    return EXIT.done;
  }
  const shown = all.filter(({ retired }) => withRetired || !retired);
  const width = Math.max(0, ...shown.map(({ name }) => name.length));
  for (const skill of shown) process.stdout.write(`${rowOf(skill, accounts.get(skill.name), width)}\n`);
  if (all.length === 0)
    process.stdout.write(
      `There is no skill yet in ${skills.door.dir}. Skills are learnt from runs that work: ga run "…"\n`,
    );
  if (shown.length < all.length)
    process.stdout.write(pc.dim(`${all.length - shown.length} retired: ga skill list --all\n`));
  for (const { path, message } of problems)
    process.stderr.write(`${pc.yellow("!")} ${path}: ${printable(message)}\n`);
  return EXIT.done;
}

function rowOf(skill: Skill, account: SkillAccount | undefined, width: number): string {
  const record = account && account.runs > 0 ? `${account.successes}/${account.runs} runs` : "not used";
  const saved = account && account.tokensSaved > 0 ? `${describeCount(account.tokensSaved)} saved` : "";
  const description = printable(skill.description.replace(/\s+/g, " ").slice(0, 80));
  return `${pc.bold(skill.name.padEnd(width))}  ${stageOf(skill)}  ${record.padEnd(10)} ${saved.padEnd(12)} ${pc.dim(description)}`;
}

export function stageOf(skill: Skill): string {
  if (skill.retired) return pc.dim("retired ");
  if (!isTrusted(skill)) return pc.yellow("unproven");
  return skill.stage === "code" ? pc.green("code    ") : "sop     ";
}

/** `ga skill show`. */
export async function showSkill(name: string, { json = false }: SkillFlags): Promise<ExitCode> {
  const { skills } = await openSkillHost();
  const skill = await skills.get(name);
  const scripts = await skills.scripts(skill);
  const account = (await skills.accounts()).get(name);
  if (json) {
    process.stdout.write(`${JSON.stringify({ ...skill, scripts: Object.fromEntries(scripts), account })}\n`);
    return EXIT.done;
  }
  const lines = [
    `${pc.bold(skill.name)}  ${stageOf(skill).trimEnd()}  ${pc.dim(`${skills.door.dir}/${skill.path}`)}`,
    printable(skill.description),
    "",
    printable(skill.body),
    ...[...scripts].flatMap(([file, code]) => ["", pc.bold(file), printable(code.trimEnd())]),
    ...(account ? ["", recordLine(account)] : []),
  ];
  process.stdout.write(`${lines.join("\n")}\n`);
  return EXIT.done;
}

const recordLine = ({ successes, runs, hostRuns, tokensSaved }: SkillAccount): string =>
  pc.dim(
    `${successes} of ${runs} runs worked, ${hostRuns} without a model; ${describeCount(tokensSaved)} tokens saved`,
  );

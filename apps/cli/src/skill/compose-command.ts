import { openSkillHost } from "@genericagent/agent";
import { composeSkills } from "@genericagent/memory";
import pc from "picocolors";
import { EXIT, type ExitCode } from "../exit-code.js";
import { requireUser } from "../require-user.js";
import type { SkillFlags } from "../skill-program.js";

/** `ga skill compose`. */
export async function compose(first: string, second: string, { name }: SkillFlags): Promise<ExitCode> {
  requireUser("skill compose");
  const { skills } = await openSkillHost();
  const part = async (each: string) => {
    const skill = await skills.get(each);
    return { skill, scripts: await skills.scripts(skill) };
  };
  const { skill, files, links } = composeSkills(
    await part(first),
    await part(second),
    name ?? `${first}-then-${second}`.slice(0, 64),
  );
  await skills.write(skill, files, { by: "ga skill compose", receipts: [], approved: true });
  process.stdout.write(`${pc.bold(skill.name)}: ${links.join(", ")}\n`);
  const open = skill.parameters.filter(({ stemOf }) => stemOf === undefined);
  process.stdout.write(`Parameters: ${open.map((each) => `${each.name} (${each.type})`).join(", ")}\n`);
  process.stdout.write(
    `Try it: ga skill run ${skill.name} ${open.map((each) => `--param ${each.name}=…`).join(" ")}\n`,
  );
  return EXIT.done;
}

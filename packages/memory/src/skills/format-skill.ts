import { yaml } from "../when-used.js";
import { folderOf, type Skill, type SkillData } from "./skill.js";

/** `SKILL.md` in the open format. What is ours alone stands in `metadata`, and in full in `skill.json`. */
export function formatSkill(skill: Skill): string {
  const { name, description, category, origin, dependencies, body } = skill;
  const fields = {
    name,
    description: description.slice(0, 1024),
    ...(dependencies.length > 0 && { compatibility: `Needs ${dependencies.join(", ")}`.slice(0, 500) }),
    metadata: { origin, ...(category && { category }) },
  };
  return `---\n${yaml().stringify(fields, { lineWidth: 0 })}---\n\n${body.trim()}\n`;
}

/** `skill.json`: the fields of `SkillData`, in a fixed order. */
export function formatData(skill: SkillData): string {
  const { origin, triggers, parameters, steps, check, preconditions, pitfalls, dependencies } = skill;
  const { output, answer, needsModel, composedOf } = skill;
  return `${JSON.stringify(
    {
      ...{ origin, triggers, parameters, steps, check, preconditions, pitfalls, dependencies },
      ...{ output, answer, needsModel, composedOf },
    },
    null,
    2,
  )}\n`;
}

/** The body of a learnt skill: everything a reader needs who knows nothing of `skill.json`. */
export function describeSkill(
  { name, triggers, parameters, steps, check, preconditions, pitfalls }: SkillData & { name: string },
  instructions: readonly string[],
): string {
  const section = (title: string, lines: readonly string[]) =>
    lines.length > 0
      ? [`## ${title}\n\n${lines.map((line) => (/^\d+\. /.test(line) ? line : `- ${line}`)).join("\n")}`]
      : [];
  const given = parameters.filter(({ stemOf }) => stemOf === undefined);
  return [
    `# ${name}`,
    ...section("When", triggers),
    ...section(
      "Parameters",
      given.map(
        ({ name: each, type, role, example }) =>
          `\`${each}\` (${type}${role ? `, ${role}` : ""}), such as ${example}`,
      ),
    ),
    ...section("Steps", instructions),
    ...section(
      "Scripts",
      [...steps, ...(check ? [check] : [])].map(
        ({ file }) => `\`${file}\`, parameters in \`SKILL_PARAMS\` (JSON)`,
      ),
    ),
    ...section("Needs", preconditions),
    ...section("Pitfalls", pitfalls),
  ].join("\n\n");
}

/** The flat form of GenericAgent: one file of words, read by the model. */
export function toSop(skill: Skill): string {
  const title = /^#\s/.test(skill.body) ? "" : `# ${skill.name}\n\n`;
  return `${title}${skill.description && !skill.body.includes(skill.description) ? `> ${skill.description}\n\n` : ""}${skill.body.trim()}\n`;
}

/** Where a file of the skill lies in the memory folder. */
export const fileIn = (skill: Pick<Skill, "path">, file: string): string =>
  `${folderOf(skill) ?? "."}/${file}`;

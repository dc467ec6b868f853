import type { SkillParameter } from "../crystallize/find-parameters.js";
import { MemoryError } from "../memory-error.js";
import { describeSkill } from "./format-skill.js";
import type { Skill, SkillStep } from "./skill.js";

export interface Composition {
  skill: Skill;
  /** Files of the new skill, by path in its folder. */
  files: Map<string, string>;
  /** What of the second is filled by the first, in words. */
  links: string[];
}

interface Part {
  skill: Skill;
  scripts: ReadonlyMap<string, string>;
}

/**
 * One skill of two: what the first writes or prints fills parameters of the second. The result is unproven until the
 * gate has seen it.
 *
 * @throws MemoryError `invalid-skill` when nothing of the first fits the second, or one of them has no scripts
 */
export function composeSkills(first: Part, second: Part, name: string): Composition {
  for (const { skill } of [first, second])
    if (skill.steps.length === 0)
      throw new MemoryError(
        "invalid-skill",
        `Cannot compose: skill ${skill.name} has no scripts. Compose skills that have.`,
      );
  const links = linksOf(first.skill, second.skill);
  if (links.size === 0)
    throw new MemoryError(
      "invalid-skill",
      `Cannot compose: nothing that ${first.skill.name} gives (${describeOutput(first.skill)}) fits a parameter of ${second.skill.name} (${second.skill.parameters.map((each) => `${each.name}: ${each.type}`).join(", ")}).`,
    );
  const renamed = renameOpen(first.skill, second.skill, links);
  const bind = (source: Skill): Record<string, string> =>
    Object.fromEntries(
      source.parameters.map(({ name: each }) => [
        each,
        links.get(each) ?? `param:${renamed.get(each) ?? each}`,
      ]),
    );
  const offset = first.skill.steps.length + (first.skill.check ? 1 : 0);
  const firstSteps = [
    ...first.skill.steps.map((step) => moved(step, "a")),
    ...(first.skill.check ? [{ ...moved(first.skill.check, "a"), isCheck: true as const }] : []),
  ];
  const secondBind = bind(second.skill);
  const secondSteps = second.skill.steps.map((step) => rebind(moved(step, "b"), secondBind, offset));
  const check = second.skill.check && rebind(moved(second.skill.check, "b"), secondBind, offset);
  const parameters = [...first.skill.parameters, ...renamedParameters(second.skill, links, renamed)];
  const skill: Skill = {
    ...second.skill,
    ...{
      name,
      parameters,
      stage: "sop",
      retired: false,
      origin: "composed",
      composedOf: [first.skill.name, second.skill.name],
    },
    path: `skills/${name}/SKILL.md`,
    description: `${first.skill.description}; then ${second.skill.description}`.slice(0, 1000),
    triggers: first.skill.triggers
      .slice(0, 1)
      .flatMap((a) => second.skill.triggers.slice(0, 1).map((b) => joinTriggers(a, b, links, renamed))),
    steps: [...firstSteps, ...secondSteps],
    ...(check && { check }),
    preconditions: [...new Set([...first.skill.preconditions, ...second.skill.preconditions])],
    pitfalls: [...new Set([...first.skill.pitfalls, ...second.skill.pitfalls])],
    dependencies: [...new Set([...first.skill.dependencies, ...second.skill.dependencies])],
    output: {
      ...second.skill.output,
      files: [
        ...first.skill.output.files,
        ...second.skill.output.files.map((each) => renamed.get(each) ?? each),
      ],
    },
    body: "",
  };
  delete skill.answer;
  skill.body = describeSkill(skill, [
    `1. ${first.skill.name}`,
    `2. ${second.skill.name}, with ${describeLinks(links).join(", ")}`,
  ]);
  const files = new Map([...prefixed(first.scripts, "a", name), ...prefixed(second.scripts, "b", name)]);
  return { skill, files, links: describeLinks(links) };
}

/** Parameters of the second, by name, with the source that fills them. */
function linksOf(first: Skill, second: Skill): Map<string, string> {
  const links = new Map<string, string>();
  const files = first.output.files
    .map((name) => first.parameters.find((each) => each.name === name))
    .filter((each) => each !== undefined);
  const lastStep = first.steps.length - 1;
  for (const { name, type, role, stemOf, example } of second.parameters) {
    if (stemOf !== undefined || role === "output") continue;
    const file =
      type === "path" ? files.find((each) => extension(each.example) === extension(example)) : undefined;
    if (file) links.set(name, `param:${file.name}`);
    else if (type !== "path" && fits(first.output.fields[name], type))
      links.set(name, `out:${lastStep}:${name}`);
  }
  // A name that follows from a linked path follows from the file that takes its place.
  for (const { name, stemOf } of second.parameters) {
    const source = stemOf === undefined ? undefined : links.get(stemOf);
    if (source?.startsWith("param:")) links.set(name, `param:${source.slice(6)}_stem`);
  }
  return new Map(
    [...links].filter(
      ([, source]) =>
        !source.endsWith("_stem") || first.parameters.some((each) => `param:${each.name}` === source),
    ),
  );
}

const fits = (kind: string | undefined, type: SkillParameter["type"]): boolean =>
  type === "number" ? kind === "number" : kind === "string" || (type === "string" && kind === "number");
const extension = (path: string): string => /\.[^.\\/]+$/.exec(path)?.[0].toLowerCase() ?? "";

function renameOpen(first: Skill, second: Skill, links: ReadonlyMap<string, string>): Map<string, string> {
  const taken = new Set(first.parameters.map(({ name }) => name));
  return new Map(
    second.parameters
      .filter(({ name }) => !links.has(name))
      .map(({ name }) => {
        let free = name;
        for (let count = 2; taken.has(free); count++) free = `${name}_${count}`;
        taken.add(free);
        return [name, free];
      }),
  );
}

const renamedParameters = (
  second: Skill,
  links: ReadonlyMap<string, string>,
  renamed: ReadonlyMap<string, string>,
): SkillParameter[] =>
  second.parameters
    .filter(({ name, stemOf }) => !links.has(name) && !(stemOf !== undefined && links.has(stemOf)))
    .map((each) => ({
      ...each,
      name: renamed.get(each.name)!,
      ...(each.stemOf !== undefined && { stemOf: renamed.get(each.stemOf)! }),
    }));

const moved = (step: SkillStep, folder: string): SkillStep => ({
  ...step,
  file: step.file.replace(/^scripts\//, `scripts/${folder}/`),
});

/** Sources of a step that was itself composed are looked up in the outer parameters; indexes move on. */
function rebind(step: SkillStep, outer: Record<string, string>, offset: number): SkillStep {
  if (!step.bind) return { ...step, bind: outer };
  const inner = Object.entries(step.bind).map(([name, source]) => {
    const [kind, first = "", ...rest] = source.split(":");
    return [
      name,
      kind === "out" ? ["out", Number(first) + offset, ...rest].join(":") : (outer[first] ?? source),
    ];
  });
  return { ...step, bind: Object.fromEntries(inner) };
}

/** The heading names the new owner. */
const prefixed = (scripts: ReadonlyMap<string, string>, folder: string, name: string): [string, string][] =>
  [...scripts].map(([file, text]) => [
    file.replace(/^scripts\//, `scripts/${folder}/`),
    text.replace(/^(#|\/\/) \S+: /, `$1 ${name}: ${folder}/`),
  ]);

function joinTriggers(
  a: string,
  b: string,
  links: ReadonlyMap<string, string>,
  renamed: ReadonlyMap<string, string>,
): string {
  const second = b.replace(/\{(\w+)\}/g, (_, name: string) => {
    const source = links.get(name);
    return source?.startsWith("param:")
      ? `{${source.slice(6)}}`
      : source
        ? `its ${source.split(":").at(-1)}`
        : `{${renamed.get(name) ?? name}}`;
  });
  return `${a.replace(/[.。]\s*$/, "")}, then ${second.charAt(0).toLowerCase()}${second.slice(1)}`;
}

const describeOutput = ({ output }: Skill): string =>
  [
    ...output.files.map((name) => `file ${name}`),
    ...Object.entries(output.fields).map(([name, kind]) => `${name}: ${kind}`),
  ].join(", ") || "text";

const describeLinks = (links: ReadonlyMap<string, string>): string[] =>
  [...links].map(
    ([name, source]) => `${name} = ${source.replace(/^param:/, "").replace(/^out:\d+:/, "its ")}`,
  );

import { EXTENSION, type Script, type ScriptType } from "../crystallize/code-block.js";
import type { SkillProposal } from "../crystallize/crystallize.js";
import { readPlain } from "../folder/read-plain.js";
import type { MemoryDoor, Receipt } from "../memory-door.js";
import { MemoryError } from "../memory-error.js";
import { describeSkill, fileIn, formatData, formatSkill } from "./format-skill.js";
import { type LoadedSkills, loadSkills } from "./load-skills.js";
import type { SkillPlan } from "./plan-skill.js";
import { folderOf, type Skill, type SkillStep } from "./skill.js";
import { type SkillAccount, skillAccount } from "./skill-account.js";
import { appendAccount, type NewAccountLine, readAccount } from "./skill-runs.js";

/** The skills of one memory folder. Everything is read from the files, every change goes through the door. */
export class SkillStore {
  constructor(readonly door: MemoryDoor) {}

  load(): Promise<LoadedSkills> {
    return loadSkills(this.door.dir);
  }

  /** @throws MemoryError `unknown-skill`, naming those that are alike. */
  async get(name: string): Promise<Skill> {
    const { skills, problems } = await this.load();
    const skill = skills.find((each) => each.name === name);
    if (skill) return skill;
    const lost = problems.find(({ path, isLost }) => isLost && path.split("/").includes(name));
    const known =
      skills
        .map((each) => each.name)
        .slice(0, 20)
        .join(", ") || "none";
    throw new MemoryError(
      "unknown-skill",
      lost
        ? `Skill ${name} cannot be read: ${lost.message} (${lost.path}).`
        : `There is no skill ${name}. There is: ${known}.`,
    );
  }

  /** The texts of a skill's scripts, by path in its folder. */
  async scripts(skill: Skill): Promise<Map<string, string>> {
    const steps = [...skill.steps, ...(skill.check ? [skill.check] : [])];
    const texts = await Promise.all(
      steps.map(async ({ file }) => {
        const bytes = await readPlain(this.door.dir, fileIn(skill, file)).catch(() => undefined);
        return bytes ? [[file, bytes.toString("utf8")] as const] : [];
      }),
    );
    return new Map(texts.flat());
  }

  async plan(name: string, params: Readonly<Record<string, unknown>>): Promise<SkillPlan> {
    const skill = await this.get(name);
    const { planSkill } = await import("./plan-skill.js");
    return planSkill(skill, await this.scripts(skill), params);
  }

  /** Keeps what a run proved. The same way twice stays one skill; another way to the same end is a rival. */
  async add(
    proposal: SkillProposal,
    { receipts, by }: { receipts: Receipt[]; by: string },
  ): Promise<{ skill: Skill; isNew: boolean }> {
    const { skills } = await this.load();
    for (const skill of skills) {
      if (!skill.triggers.includes(proposal.trigger) || skill.retired) continue;
      if (isSame(await this.scripts(skill), namedScripts(proposal, skill.name)))
        return { skill, isNew: false };
    }
    const name = freeName(proposal.name, skills);
    const texts = namedScripts(proposal, name);
    const skill = toSkill(proposal, name, texts);
    await this.write(skill, texts, { by, receipts });
    return { skill, isNew: true };
  }

  /** All files as one change, or none. */
  async write(
    skill: Skill,
    files: ReadonlyMap<string, string>,
    proof: { by: string; receipts: readonly Receipt[]; approved?: boolean },
  ): Promise<void> {
    const isFolder = folderOf(skill) !== undefined;
    const all = [
      ...[...files].map(([file, text]) => [fileIn(skill, file), text] as const),
      ...(isFolder ? [[fileIn(skill, "skill.json"), formatData(skill)] as const] : []),
      [skill.path, isFolder ? formatSkill(skill) : `${skill.body}\n`] as const,
    ];
    const changes = await Promise.all(
      all.map(async ([path, text]) => {
        const old = await this.door.read(path);
        return old?.text === text ? [] : [{ path, text, ...proof, ...(old && { base: old.version }) }];
      }),
    );
    await this.door.writeAll(changes.flat());
  }

  /**
   * Adds a line to the account; L1 follows where a skill is offered no more, or again. A success of a skill that had
   * only been forgotten brings it back.
   */
  async record(line: NewAccountLine): Promise<void> {
    const { skill: name } = line;
    await appendAccount(this.door.dir, line);
    if (line.kind === "stage") await this.door.syncIndex("ga");
    if (line.kind !== "run" || !line.ok) return;
    const stages = (await readAccount(this.door.dir, name)).filter((each) => each.kind === "stage");
    if (!stages.at(-1)?.unused) return;
    const stage = stages.at(-2)?.stage === "code" ? "code" : "sop";
    await this.record({ skill: name, kind: "stage", stage, why: "it was used again" });
  }

  /** Everything that is known of runs, by skill. */
  async accounts(): Promise<Map<string, SkillAccount>> {
    const lines = await readAccount(this.door.dir);
    const names = new Set(lines.map(({ skill }) => skill));
    return new Map([...names].map((name) => [name, skillAccount(name, lines)]));
  }
}

function namedScripts({ scripts, check }: SkillProposal, name: string): Map<string, string> {
  const file = ({ type, code }: Script, part: string) =>
    [`scripts/${part}.${EXTENSION[type]}`, `${heading(type, name, part)}\n${code.trimEnd()}\n`] as const;
  const steps = scripts.map((script, index) => file(script, `step-${index + 1}`));
  return new Map([...steps, ...(check ? [file(check, "check")] : [])]);
}

/** Says whose script it is; also, no two files of a memory may say exactly the same. */
export const heading = (type: ScriptType, skill: string, part: string): string =>
  `${type === "javascript" ? "//" : "#"} ${skill}: ${part}`;

function toSkill(proposal: SkillProposal, name: string, texts: ReadonlyMap<string, string>): Skill {
  const {
    scripts,
    check,
    trigger,
    parameters,
    preconditions,
    pitfalls,
    dependencies,
    output,
    answer,
    needsModel,
  } = proposal;
  const files = [...texts.keys()];
  const step = ({ type }: Script, file: string): SkillStep => ({ type, file });
  const data = {
    ...{ origin: "learnt" as const, triggers: [trigger], parameters, preconditions, pitfalls },
    ...{ dependencies, output, needsModel },
    steps: scripts.map((script, index) => step(script, files[index]!)),
    ...(check && { check: step(check, files.at(-1)!) }),
    ...(answer !== undefined && { answer }),
  };
  return {
    ...data,
    ...{ name, stage: "sop", retired: false },
    description: proposal.description,
    body: describeSkill({ ...data, name }, proposal.instructions),
    path: `skills/${name}/SKILL.md`,
  };
}

export function freeName(wanted: string, skills: readonly Skill[]): string {
  const names = new Set(skills.map(({ name }) => name));
  let name = wanted;
  for (let count = 2; names.has(name); count++) name = `${wanted}-${count}`;
  return name;
}

const isSame = (a: ReadonlyMap<string, string>, b: ReadonlyMap<string, string>): boolean =>
  a.size === b.size && [...a].every(([file, text]) => b.get(file) === text);

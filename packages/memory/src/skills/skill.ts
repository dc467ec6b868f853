import type { ScriptType } from "../crystallize/code-block.js";
import type { SkillParameter } from "../crystallize/find-parameters.js";
import type { OutputSchema } from "../crystallize/output-schema.js";

/** `sop`: the model follows it, or calls its scripts. `code`: the host runs it without a model. */
export type SkillStage = "sop" | "code";

export interface SkillStep {
  type: ScriptType;
  /** Relative to the skill's folder, such as `scripts/step-1.py`. */
  file: string;
  /**
   * What the step's own parameters are filled with, by name: `param:NAME` of the skill, or `out:INDEX:FIELD` of the
   * object that an earlier step printed. Default: the parameter of the same name.
   */
  bind?: Record<string, string>;
  /** A check between two steps; a failure ends the run. */
  isCheck?: true;
}

/** What the open format has no field for; it stands in `skill.json` beside `SKILL.md`. Proofs stand in the journal of the memory. */
export interface SkillData {
  /** `learnt` here, `imported` from elsewhere and not proven here, or `composed` of others. */
  origin: "learnt" | "imported" | "composed";
  /** Tasks it is for, with `{parameter}` in the place of values. */
  triggers: string[];
  parameters: SkillParameter[];
  steps: SkillStep[];
  check?: SkillStep;
  preconditions: string[];
  pitfalls: string[];
  dependencies: string[];
  output: OutputSchema;
  /** What to tell the user, see `fillAnswer`. */
  answer?: string;
  /** Why the host cannot run it by itself. */
  needsModel: string[];
  composedOf?: string[];
}

export interface Skill extends SkillData {
  /** What the host's account says of it; `sop` until the gate has passed it. */
  stage: SkillStage;
  retired: boolean;
  /** Unique in the memory; also the name of its folder or file. */
  name: string;
  description: string;
  /** From `metadata` of the front matter. */
  category?: string;
  /** The words below the front matter. */
  body: string;
  /** `SKILL.md`, or the flat file, relative to the memory folder, with `/`. */
  path: string;
}

/** A thing that is not as it should be; what it is about loads all the same, unless `isLost`. */
export interface SkillProblem {
  /** Relative to the memory folder. */
  path: string;
  message: string;
  isLost?: true;
}

export const emptyData = (): SkillData => ({
  origin: "learnt",
  triggers: [],
  parameters: [],
  steps: [],
  preconditions: [],
  pitfalls: [],
  dependencies: [],
  output: { kind: "text", fields: {}, files: [] },
  needsModel: [],
});

/** What came from elsewhere is not run unasked until the user has let the gate pass it. */
export const isTrusted = ({ origin, stage }: Pick<Skill, "origin" | "stage">): boolean =>
  origin !== "imported" || stage === "code";

/** The skill's folder, or undefined for a flat file. */
export const folderOf = ({ path }: Pick<Skill, "path">): string | undefined =>
  path.endsWith("/SKILL.md") ? path.slice(0, -"/SKILL.md".length) : undefined;

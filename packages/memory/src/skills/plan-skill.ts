import { OUTPUT_VARIABLE } from "../crystallize/check-script.js";
import type { ScriptType } from "../crystallize/code-block.js";
import { type SkillParameter, stemOf } from "../crystallize/find-parameters.js";
import { jsonIn } from "../crystallize/output-schema.js";
import { PARAMS_VARIABLE, shellVariable } from "../crystallize/parametrize-code.js";
import { MemoryError } from "../memory-error.js";
import type { Skill, SkillStep } from "./skill.js";

/** One script with what it is to be run with. */
export interface PlannedStep {
  type: ScriptType;
  code: string;
  /** The parameters; data only, they are nowhere in the code. */
  env: Record<string, string>;
  isCheck: boolean;
}

/** A skill with its parameters filled, ready to be run step by step. */
export interface SkillPlan {
  skill: string;
  params: Record<string, unknown>;
  /** @returns the step of this index, or undefined after the last; `outputs` are those of the steps before it */
  step(index: number, outputs: readonly string[]): PlannedStep | undefined;
}

/** A check sees the end of a long output: this many characters. */
const OUTPUT_CHARS = 32_000;

/**
 * @param scripts the texts of the skill's files, by path in its folder
 * @throws MemoryError `invalid-skill` when it has no scripts, `skill-failed` when a parameter is missing or wrong
 */
export function planSkill(
  skill: Skill,
  scripts: ReadonlyMap<string, string>,
  given: Readonly<Record<string, unknown>>,
): SkillPlan {
  if (skill.steps.length === 0)
    throw new MemoryError(
      "invalid-skill",
      `Skill ${skill.name} has no scripts to run${skill.needsModel.length > 0 ? ` (${skill.needsModel.join("; ")})` : ""}. Read ${skill.path} and follow it.`,
    );
  const params = fillParameters(skill, given);
  const steps = [...skill.steps, ...(skill.check ? [{ ...skill.check, isCheck: true as const }] : [])];
  return {
    skill: skill.name,
    params,
    step: (index, outputs) => {
      const step = steps[index];
      if (!step) return undefined;
      const code = scripts.get(step.file);
      if (code === undefined)
        throw new MemoryError(
          "invalid-skill",
          `Skill ${skill.name} lacks its file ${step.file}. Learn it anew, or retire it.`,
        );
      const env = {
        ...environment(bound(step, params, outputs)),
        [OUTPUT_VARIABLE]: lastOutput(steps, index, outputs),
      };
      return { type: step.type, code, env, isCheck: step.isCheck === true };
    },
  };
}

/** Checks names and types, fills what follows from others. */
export function fillParameters(
  { name, parameters }: Skill,
  given: Readonly<Record<string, unknown>>,
): Record<string, unknown> {
  const open = parameters.filter(({ stemOf: from }) => from === undefined);
  const wrong = (why: string) =>
    new MemoryError(
      "skill-failed",
      `Skill ${name} was not run: ${why}. Parameters: ${open.map(describe).join(", ") || "none"}.`,
    );
  const unknown = Object.keys(given).filter((key) => !open.some((parameter) => parameter.name === key));
  if (unknown.length > 0) throw wrong(`it has no parameter ${unknown.join(", ")}`);
  const params: Record<string, unknown> = {};
  for (const parameter of open) {
    const value = given[parameter.name];
    if (value === undefined || value === "") throw wrong(`${parameter.name} is missing`);
    if (typeof value !== "string" && typeof value !== "number")
      throw wrong(`${parameter.name} must be a text or a number`);
    params[parameter.name] =
      parameter.type === "number"
        ? toNumber(value, () => wrong(`${parameter.name} must be a number`))
        : String(value);
  }
  for (const { name: derived, stemOf: from } of parameters)
    if (from) params[derived] = stemOf(String(params[from]));
  return params;
}

const describe = ({ name, type, example }: SkillParameter): string => `${name} (${type}, such as ${example})`;

function toNumber(value: string | number, fail: () => Error): number {
  const number = Number(value);
  if (!Number.isFinite(number) || value === "") throw fail();
  return number;
}

function bound(
  { bind }: SkillStep,
  params: Record<string, unknown>,
  outputs: readonly string[],
): Record<string, unknown> {
  if (!bind) return params;
  return Object.fromEntries(
    Object.entries(bind).map(([name, source]) => {
      const [kind, first = "", ...rest] = source.split(":");
      return [name, kind === "out" ? jsonIn(outputs[Number(first)] ?? "")?.[rest.join(":")] : params[first]];
    }),
  );
}

const environment = (params: Record<string, unknown>): Record<string, string> => ({
  [PARAMS_VARIABLE]: JSON.stringify(params),
  ...Object.fromEntries(Object.entries(params).map(([name, value]) => [shellVariable(name), String(value)])),
});

/** What the last step before this one printed; a check prints nothing that counts. */
function lastOutput(steps: readonly SkillStep[], index: number, outputs: readonly string[]): string {
  const last = outputs.slice(0, index).findLastIndex((_, each) => !steps[each]?.isCheck);
  return (outputs[last] ?? "").slice(-OUTPUT_CHARS);
}

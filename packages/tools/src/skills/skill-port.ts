import type { CodeType } from "../code-run/find-interpreters.js";

/** A script of a skill, with its parameters as environment: data that is nowhere in the code. */
export interface SkillScript {
  type: CodeType;
  code: string;
  env: Readonly<Record<string, string>>;
  isCheck: boolean;
}

/** A skill with its parameters filled. */
export interface SkillPlan {
  /** @returns undefined after the last; `outputs` are those of the steps before it */
  step(index: number, outputs: readonly string[]): SkillScript | undefined;
}

/** Where `code_run` finds the skills that it may be called with by name. */
export interface SkillPort {
  /** @throws an error whose message tells the model why it cannot be run, and what to do */
  plan(name: string, params: Readonly<Record<string, unknown>>): Promise<SkillPlan>;
}

/** What becomes of a run for later ones. */
export interface LongTermPort {
  /** The answer for the model, at most `MAX_ANSWER_LINES` lines; it never refuses. */
  update(request: { skill?: string; note?: string }): Promise<string>;
}

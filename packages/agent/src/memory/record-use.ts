import type { LoopEvent } from "@genericagent/core-loop";
import { readAccount, type SkillStore, shouldDemote, skillAccount } from "@genericagent/memory";
import type { RunSkills } from "./run-skills.js";

/** How one use of a skill went. */
export interface SkillUse {
  skill: string;
  by: "model" | "host";
  ok: boolean;
  params: Record<string, unknown>;
  cwd: string;
  /** What it printed, or how it failed. */
  output: string;
  tokens: number;
  requests: number;
  seconds: number;
  session?: string;
}

/** Characters of a failure that are kept: its end says most. */
const KEPT = 300;

/**
 * Writes a use into the account, without secrets, and counts it for the index. A code skill that keeps failing is an
 * SOP again.
 */
export async function* recordUse(
  { skills, memory, mask }: Pick<RunSkills, "skills" | "memory" | "mask">,
  { params, cwd, output, ...use }: SkillUse,
): AsyncGenerator<LoopEvent, void, void> {
  const sample = { params: JSON.parse(mask.mask(JSON.stringify(params))) as typeof params, cwd };
  const detail = use.ok ? sample : { why: mask.mask(output).slice(-KEPT) };
  await skills.record({ ...use, kind: "run", ...detail });
  await memory.noteUse(use.skill);
  if (!use.ok) yield* demoteWhereDue(skills, use.skill);
}

async function* demoteWhereDue(skills: SkillStore, name: string): AsyncGenerator<LoopEvent, void, void> {
  const skill = await skills.get(name).catch(() => undefined);
  const account = skillAccount(name, await readAccount(skills.door.dir, name));
  if (skill?.stage !== "code" || !shouldDemote(account)) return;
  const why = `succeeded in ${Math.round(100 * account.recentRate!)} % of its last runs`;
  await skills.record({ skill: name, kind: "stage", stage: "sop", why });
  yield {
    type: "notice",
    code: "skill-demoted",
    message: `Skill ${name} is an SOP again: it ${why}.`,
    data: { skill: name },
  };
}

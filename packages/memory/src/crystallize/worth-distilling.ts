import { matchSkills } from "../skills/match-skills.js";
import type { Skill } from "../skills/skill.js";
import { similarity } from "../skills/task-words.js";
import type { SkillProposal } from "./crystallize.js";
import type { Trace } from "./trace.js";

export interface Verdict {
  isWorthIt: boolean;
  /** For the user and the model. */
  why: string;
}

/** From here on two tasks count as one of a kind. */
const ALIKE = 0.6;
/** A single look is found again as fast as a skill is read. */
const MIN_CALLS = 2;

/** Decides, from what past tasks looked like and what is known already, whether a run is worth a skill. */
export function worthDistilling(
  trace: Trace,
  proposal: SkillProposal | undefined,
  { skills, pastTasks }: { skills: readonly Skill[]; pastTasks: readonly string[] },
): Verdict {
  const no = (why: string): Verdict => ({ isWorthIt: false, why });
  if (!proposal) return no("no step of this run succeeded that could be done again");
  const used = trace.calls.find(({ args, isError }) => typeof args.skill === "string" && !isError)?.args
    .skill;
  if (used) return no(`skill ${used} did the work`);
  const known = matchSkills(
    trace.task,
    skills.filter(({ origin }) => origin !== "imported"),
  )[0];
  if (known && known.score === 1) return no(`skill ${known.skill.name} covers this task`);
  const alike = pastTasks.filter((task) => similarity(task, trace.task) >= ALIKE).length;
  const seen =
    pastTasks.length > 0
      ? `${alike} of ${pastTasks.length} earlier tasks were alike`
      : "there are no earlier tasks";
  if (proposal.scripts.length === 0 && alike === 0)
    return no(`its steps need the model each time, and ${seen}`);
  const milestone = milestoneOf(trace);
  if (milestone) return { isWorthIt: true, why: `${milestone}; ${seen}` };
  const isSmall = trace.calls.length < MIN_CALLS;
  if ((isSmall || proposal.parameters.length === 0) && alike === 0)
    return no(`${isSmall ? "it was one call" : "nothing in it differs from time to time"}, and ${seen}`);
  return { isWorthIt: true, why: seen };
}

/** Besides the end of a task, a recovery after an error and a run of 15 turns are moments at which something was learnt. */
const LONG_RUN_TURNS = 15;

function milestoneOf({ calls, turns }: Trace): string | undefined {
  const isRecovered = calls.some(
    ({ tool, isError }, index) =>
      isError && calls.slice(index + 1).some((later) => later.tool === tool && !later.isError),
  );
  if (isRecovered) return "it recovered from an error";
  return turns >= LONG_RUN_TURNS ? `it took ${turns} turns` : undefined;
}

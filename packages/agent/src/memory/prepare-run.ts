import type { SkillMatch } from "@genericagent/memory";
import type { RunSkills } from "./run-skills.js";

/** What the memory has to say before a run begins. */
export interface Preparation {
  /** A code skill that does the whole task. */
  recall: SkillMatch | undefined;
  /** One that would, if the model filled its open parameters; asking is expected to pay. */
  open?: SkillMatch;
  /** A line for the first message. */
  usageLine: string | undefined;
}

/** Matches skills to a task: costs no model call and no turn. */
export async function prepareRun(
  { skills, language, memory }: RunSkills,
  task: string,
): Promise<Preparation> {
  const { skills: all } = await skills.load();
  if (all.length === 0) return { recall: undefined, usageLine: undefined };
  const [{ matchSkills, usageLine }, { isWorthAsking }, accounts] = await Promise.all([
    import("@genericagent/memory/matching"),
    import("./fill-parameters.js"),
    skills.accounts(),
  ]);
  const matches = matchSkills(task, all, accounts);
  const recall = matches.find(({ isExact, skill }) => isExact && skill.stage === "code");
  const best = matches[0];
  const isOpen = !recall && best && isWorthAsking(best, task, accounts.get(best.skill.name));
  return {
    recall,
    ...(isOpen && { open: best }),
    usageLine: best && usageLine(best, { language, dir: memory.dir, account: accounts.get(best.skill.name) }),
  };
}

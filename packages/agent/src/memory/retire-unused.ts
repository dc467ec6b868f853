import type { LoopEvent } from "@genericagent/core-loop";
import { readAccount, type UnusedSkill, unusedSkills } from "@genericagent/memory";
import type { AgentParts } from "../open-parts.js";
import { readSessionHistory } from "../sessions/session-archive.js";

/** What no session used for long is offered no more. Nothing is removed, and a use by its name brings it back. */
export async function* retireUnused({
  runSkills: { skills },
  dataHome,
}: Pick<AgentParts, "runSkills" | "dataHome">): AsyncGenerator<LoopEvent, void, void> {
  const { skills: all } = await skills.load();
  if (all.length === 0) return;
  const account = await readAccount(skills.door.dir);
  for (const unused of unusedSkills(all, account, await readSessionHistory(dataHome))) {
    const { name } = unused.skill;
    await skills.record({ skill: name, kind: "stage", stage: "retired", why: whyOf(unused), unused: true });
    yield {
      type: "notice",
      code: "skill-retired",
      message: `Skill ${name} is offered no more: ${whyOf(unused)}. Back: ga skill retire ${name} --undo`,
      data: { skill: name },
    };
  }
}

const whyOf = ({ days, sessions }: UnusedSkill): string =>
  `it was not used for ${days} days and ${sessions} sessions`;

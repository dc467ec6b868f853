import type { ToolHandler } from "@genericagent/core-loop";
import type { RunSkills } from "./run-skills.js";

/** Turns after which a run is long enough to have taught something. */
const LONG_RUN_TURNS = 15;
const HINT = {
  en: "[host] A long run. If a part of it works for good, keep it now: start_long_term_update {skill, note}.",
  zh: "[宿主] 运行较长。若其中一段做法已可靠，可先固化：start_long_term_update {skill, note}。",
};

/** Reminds the model once, in a long run, that what works can be kept before the end. */
export function withMilestones(handler: ToolHandler, skills: RunSkills): ToolHandler {
  return {
    ...handler,
    async turnEnd(record) {
      const said = await handler.turnEnd?.(record);
      if (record.turn !== LONG_RUN_TURNS || skills.longTerm.learnt) return said;
      return said ? `${said}\n${HINT[skills.language]}` : HINT[skills.language];
    },
  };
}

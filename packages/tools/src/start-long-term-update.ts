import { errorMessage, type Tool } from "@genericagent/core-loop";
import type { LongTermPort } from "./skills/skill-port.js";

/** Lines of an answer: it is read once, in the run that pays for it. */
const MAX_ANSWER_LINES = 10;

/** Keeps what a run proved. It never refuses: where nothing can be kept, it says why and what would help. */
export const startLongTermUpdate = (port: LongTermPort): Tool => ({
  spec: {
    name: "start_long_term_update",
    description:
      "Keep what this run proved; call it beside your last check. skill: a name, scripts come from the run. note: purpose, pitfalls.",
    parameters: {
      type: "object",
      properties: { skill: { type: "string" }, note: { type: "string" } },
    },
  },
  async run(args) {
    const { skill, note } = args as { skill?: string; note?: string };
    const request = {
      ...(skill?.trim() && { skill: skill.trim() }),
      ...(note?.trim() && { note: note.trim() }),
    };
    const answer = await port.update(request).catch((error: unknown) => errorMessage(error));
    return { data: answer.split("\n").slice(0, MAX_ANSWER_LINES).join("\n") };
  },
});

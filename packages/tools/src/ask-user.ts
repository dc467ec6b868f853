import type { Tool } from "@genericagent/core-loop";
import type { ToolPorts } from "./tool-ports.js";

/** Asks through the port, or ends the run with the question as its data. */
export const askUser = (ports: ToolPorts): Tool => ({
  spec: {
    name: "ask_user",
    description: "Ask the user for a decision or missing facts.",
    parameters: {
      type: "object",
      properties: {
        question: { type: "string" },
        candidates: { type: "array", items: { type: "string" } },
      },
      required: ["question"],
    },
  },
  async run(args, { signal }) {
    const question = String(args.question);
    const candidates = ((args.candidates ?? []) as unknown[]).map(String);
    const answer = await ports.askUser?.({ question, candidates }, signal);
    if (answer !== undefined) return { data: answer };
    const status = "The question was put to the user; the answer comes with the next message.";
    return { data: { status, question, candidates }, shouldExit: true };
  },
});

import { Agent, run as runAgent, setTracingDisabled, tool, Usage } from "@openai/agents";
import { z } from "zod";
import { replyOf, SYSTEM, TASK, TOOL_DESCRIPTION, TOOL_NAME } from "../scenario.mjs";

setTracingDisabled(true);

export async function run(turns, note) {
  const parameters = z.object({ number: z.number().int(), reason: z.string() });
  const tools = [
    tool({ name: TOOL_NAME, description: TOOL_DESCRIPTION, parameters, execute: async (args) => note(args) }),
  ];
  const agent = new Agent({ name: "bench", instructions: SYSTEM, model: instantModel(turns), tools });
  const result = await runAgent(agent, TASK, { maxTurns: turns + 1 });
  return result.finalOutput;
}

function instantModel(turns) {
  let turn = 0;
  return {
    async getResponse() {
      const { id, args, text } = replyOf(++turn, turns);
      const item = id
        ? { type: "function_call", callId: id, id, name: TOOL_NAME, status: "completed", arguments: args }
        : {
            type: "message",
            role: "assistant",
            status: "completed",
            content: [{ type: "output_text", text }],
          };
      return { usage: new Usage(), output: [item] };
    },
  };
}

import { agentRunnerLoop, createHandler, emptyUsage } from "../../../packages/core-loop/dist/index.js";
import { replyOf, SYSTEM, TASK, TOOL_DESCRIPTION, TOOL_NAME } from "../scenario.mjs";

/** The loop with a client that keeps the history, as every session does. */
export const run = (turns, note) => drive(turns, note, []);

/** Runs the loop and pulls every event. Without `history` the client forgets: what grows then is the loop's own. */
export async function drive(turns, note, history) {
  const parameters = {
    type: "object",
    properties: { number: { type: "integer" }, reason: { type: "string" } },
    required: ["number", "reason"],
  };
  const tool = {
    spec: { name: TOOL_NAME, description: TOOL_DESCRIPTION, parameters },
    run: async (args) => ({ data: note(args) }),
  };
  const loop = agentRunnerLoop({
    client: instantClient(turns, history),
    system: SYSTEM,
    input: TASK,
    handler: createHandler([tool]),
    tools: [tool.spec],
    maxTurns: turns + 1,
  });
  let next = await loop.next();
  while (!next.done) next = await loop.next();
  return next.value.text;
}

function instantClient(turns, history) {
  let turn = 0;
  return {
    async *chat(request) {
      const reply = replyOf(++turn, turns);
      const block = reply.id
        ? { type: "tool-call", id: reply.id, name: TOOL_NAME, args: JSON.parse(reply.args) }
        : { type: "text", text: reply.text };
      const message = { role: "assistant", content: [block] };
      history?.push(request.message, message);
      return { message, stopReason: reply.id ? "tool-calls" : "end-turn", usage: emptyUsage() };
    },
  };
}

import { replyOf, SYSTEM, TASK, TOOL_NAME } from "../scenario.mjs";

/** No library at all: what the scenario itself costs in a `while` loop. A reference, not a peer. */
export async function run(turns, note) {
  const messages = [
    { role: "system", content: SYSTEM },
    { role: "user", content: TASK },
  ];
  for (let turn = 1; ; turn++) {
    const reply = await model(turn, turns);
    messages.push({ role: "assistant", ...reply });
    if (!reply.id) return reply.text;
    messages.push({
      role: "tool",
      callId: reply.id,
      name: TOOL_NAME,
      content: await note(JSON.parse(reply.args)),
    });
  }
}

const model = async (turn, turns) => replyOf(turn, turns);

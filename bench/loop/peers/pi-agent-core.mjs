import { runAgentLoop } from "@mariozechner/pi-agent-core";
import { createAssistantMessageEventStream, Type } from "@mariozechner/pi-ai";
import { replyOf, SYSTEM, TASK, TOOL_DESCRIPTION, TOOL_NAME } from "../scenario.mjs";

/** Its bare loop rather than its `Agent` class: the least it can cost. */
export async function run(turns, note) {
  const noteTool = {
    name: TOOL_NAME,
    label: TOOL_NAME,
    description: TOOL_DESCRIPTION,
    parameters: Type.Object({ number: Type.Integer(), reason: Type.String() }),
    execute: async (_id, args) => ({ content: [{ type: "text", text: note(args) }], details: undefined }),
  };
  const messages = await runAgentLoop(
    [{ role: "user", content: TASK, timestamp: 0 }],
    { systemPrompt: SYSTEM, messages: [], tools: [noteTool] },
    { model: MODEL, convertToLlm: (history) => history },
    () => {},
    undefined,
    instantModel(turns),
  );
  return messages.at(-1).content[0].text;
}

const MODEL = { id: "instant", name: "instant", api: "instant", provider: "instant" };

function instantModel(turns) {
  let turn = 0;
  const cost = { input: 0, output: 0, cacheRead: 0, cacheWrite: 0, total: 0 };
  const usage = { input: 0, output: 0, cacheRead: 0, cacheWrite: 0, totalTokens: 0, cost };
  return () => {
    const { id, args, text } = replyOf(++turn, turns);
    const block = id
      ? { type: "toolCall", id, name: TOOL_NAME, arguments: JSON.parse(args) }
      : { type: "text", text };
    const reason = id ? "toolUse" : "stop";
    const message = { role: "assistant", content: [block], stopReason: reason, usage, timestamp: 0 };
    const stream = createAssistantMessageEventStream();
    stream.push({ type: "done", reason, message });
    stream.end(message);
    return stream;
  };
}

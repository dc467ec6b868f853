import { type ChatEvent, type Message, type Reply, text, userMessage } from "@genericagent/core-loop";
import type { AgentParts } from "./open-parts.js";

const ASIDE =
  "A side question of the user while the task goes on. Answer it in words from this conversation alone, briefly; there are no tools now, and the task is not to be continued here.";

/** Asks a copy of the session. Calls and results stand in it as text, so that no tool need be offered. */
export async function* askAside(
  { client, system }: AgentParts,
  question: string,
  signal?: AbortSignal,
): AsyncGenerator<ChatEvent, Reply, void> {
  const { session } = client;
  const copy = session.fork(session.history.map(asWords));
  return yield* copy.ask(userMessage(`${ASIDE}\n\n${question}`), {
    system,
    tools: [],
    ...(signal && { signal }),
  });
}

function asWords(message: Message): Message {
  if (message.role === "assistant")
    return {
      role: "assistant",
      content: message.content.flatMap((block) =>
        block.type === "tool-call"
          ? [text(`[called ${block.name} ${block.invalidArgs ?? JSON.stringify(block.args)}]`)]
          : block.type === "text"
            ? [block]
            : [],
      ),
    };
  return {
    role: "user",
    content: message.content.flatMap((block) =>
      block.type === "tool-result" ? [text(`[result of ${block.name}]`), ...block.content] : [block],
    ),
  };
}

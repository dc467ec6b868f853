import type { JsonObject, StopReason } from "@genericagent/core-loop";
import { deltasOf, type FullReply } from "./scripted-reply.js";

const FINISH_REASONS: Record<StopReason, string> = {
  "end-turn": "stop",
  "tool-calls": "tool_calls",
  length: "length",
  "stop-sequence": "stop",
  paused: "stop",
};

/** The chunks of one answer on `/v1/chat/completions`; usage only where the request asked for it. */
export function encodeOpenAIChat(
  reply: FullReply,
  model: string,
  chars: number,
  withUsage: boolean,
): string[] {
  const frames: string[] = [];
  const base = { id: "chatcmpl-1", object: "chat.completion.chunk", created: 1, model };
  const send = (data: JsonObject) => frames.push(`data: ${JSON.stringify({ ...base, ...data })}\n\n`);
  const sendDelta = (delta: JsonObject, finish_reason: string | null = null) =>
    send({ choices: [{ index: 0, delta, finish_reason }] });

  sendDelta({ role: "assistant", content: "" });
  for (const reasoning_content of deltasOf(reply.thinking, chars)) sendDelta({ reasoning_content });
  for (const content of deltasOf(reply.text, chars)) sendDelta({ content });
  for (const [index, { id, name, json }] of reply.toolCalls.entries()) {
    sendDelta({ tool_calls: [{ index, id, type: "function", function: { name, arguments: "" } }] });
    for (const part of deltasOf(json, chars))
      sendDelta({ tool_calls: [{ index, function: { arguments: part } }] });
  }
  sendDelta({}, FINISH_REASONS[reply.stopReason]);
  if (withUsage) send({ choices: [], usage: toUsage(reply) });
  frames.push("data: [DONE]\n\n");
  return frames;
}

/** The same answer as one document. */
export const openAIChatDocument = (reply: FullReply, model: string): JsonObject => ({
  id: "chatcmpl-1",
  object: "chat.completion",
  created: 1,
  model,
  choices: [{ index: 0, message: toMessage(reply), finish_reason: FINISH_REASONS[reply.stopReason] }],
  usage: toUsage(reply),
});

const toMessage = ({ thinking, text, toolCalls }: FullReply): JsonObject => ({
  role: "assistant",
  content: text || null,
  ...(thinking && { reasoning_content: thinking }),
  ...(toolCalls.length > 0 && {
    tool_calls: toolCalls.map(({ id, name, json }) => ({
      id,
      type: "function",
      function: { name, arguments: json },
    })),
  }),
});

const toUsage = ({ usage }: FullReply) => ({
  prompt_tokens: usage.inputTokens,
  completion_tokens: usage.outputTokens,
  total_tokens: usage.inputTokens + usage.outputTokens,
  prompt_tokens_details: { cached_tokens: usage.cachedInputTokens },
});

import type { JsonObject, StopReason } from "@genericagent/core-loop";
import { deltasOf, type FullReply } from "./scripted-reply.js";

const STOP_REASONS: Record<StopReason, string> = {
  "end-turn": "end_turn",
  "tool-calls": "tool_use",
  length: "max_tokens",
  "stop-sequence": "stop_sequence",
  paused: "pause_turn",
};

/** The events of one answer on `/v1/messages`. */
export function encodeAnthropic(reply: FullReply, model: string, deltaChars: number): string[] {
  const frames: string[] = [];
  const send = (event: JsonObject) => frames.push(`event: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`);
  const usage = toUsage(reply);
  const message = { id: "msg_1", type: "message", role: "assistant", model, content: [], stop_reason: null };
  send({ type: "message_start", message: { ...message, usage: { ...usage, output_tokens: 1 } } });
  for (const [index, { start, deltas }] of blocksOf(reply, deltaChars).entries()) {
    send({ type: "content_block_start", index, content_block: start });
    for (const delta of deltas) send({ type: "content_block_delta", index, delta });
    send({ type: "content_block_stop", index });
  }
  const stop = { stop_reason: STOP_REASONS[reply.stopReason], stop_sequence: null };
  send({ type: "message_delta", delta: stop, usage: { output_tokens: usage.output_tokens } });
  send({ type: "message_stop" });
  return frames;
}

/** The same answer as one document. */
export const anthropicDocument = (reply: FullReply, model: string): JsonObject => ({
  id: "msg_1",
  type: "message",
  role: "assistant",
  model,
  content: [
    ...(hasThinking(reply)
      ? [{ type: "thinking", thinking: reply.thinking, signature: reply.signature }]
      : []),
    ...(reply.text ? [{ type: "text", text: reply.text }] : []),
    ...reply.toolCalls.map(({ id, name, json }) => ({
      type: "tool_use",
      id,
      name,
      input: JSON.parse(json || "{}"),
    })),
  ],
  stop_reason: STOP_REASONS[reply.stopReason],
  usage: toUsage(reply),
});

function blocksOf(reply: FullReply, chars: number): { start: JsonObject; deltas: JsonObject[] }[] {
  const blocks = [];
  if (hasThinking(reply)) {
    const deltas: JsonObject[] = deltasOf(reply.thinking, chars).map((thinking) => ({
      type: "thinking_delta",
      thinking,
    }));
    deltas.push({ type: "signature_delta", signature: reply.signature });
    blocks.push({ start: { type: "thinking", thinking: "", signature: "" }, deltas });
  }
  if (reply.text) {
    const deltas = deltasOf(reply.text, chars).map((text) => ({ type: "text_delta", text }));
    blocks.push({ start: { type: "text", text: "" }, deltas });
  }
  for (const { id, name, json } of reply.toolCalls) {
    const deltas = deltasOf(json, chars).map((partial_json) => ({ type: "input_json_delta", partial_json }));
    blocks.push({ start: { type: "tool_use", id, name, input: {} }, deltas });
  }
  return blocks;
}

const hasThinking = ({ thinking, signature }: FullReply): boolean => thinking !== "" || signature !== "";

const toUsage = ({ usage }: FullReply) => ({
  input_tokens: usage.inputTokens - usage.cachedInputTokens - usage.cacheWriteTokens,
  cache_read_input_tokens: usage.cachedInputTokens,
  cache_creation_input_tokens: usage.cacheWriteTokens,
  output_tokens: usage.outputTokens,
});

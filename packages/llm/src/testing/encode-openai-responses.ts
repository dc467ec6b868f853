import type { JsonObject } from "@genericagent/core-loop";
import { deltasOf, type FullReply } from "./scripted-reply.js";

/** The events of one answer on `/v1/responses`. */
export function encodeOpenAIResponses(reply: FullReply, model: string, chars: number): string[] {
  const frames: string[] = [];
  const send = (type: string, data: JsonObject) => {
    const event = { type, sequence_number: frames.length, ...data };
    frames.push(`event: ${type}\ndata: ${JSON.stringify(event)}\n\n`);
  };
  const response = openAIResponsesDocument(reply, model);
  send("response.created", { response: { ...response, status: "in_progress", output: [], usage: null } });
  for (const [output_index, item] of itemsOf(reply).entries()) {
    const at = { item_id: item.id, output_index };
    send("response.output_item.added", { output_index, item: emptied(item) });
    for (const [type, delta] of deltasOfItem(item, reply, output_index, chars)) send(type, { ...at, delta });
    send("response.output_item.done", { output_index, item });
  }
  send(response.status === "incomplete" ? "response.incomplete" : "response.completed", { response });
  return frames;
}

/** The same answer as one document. */
export function openAIResponsesDocument(reply: FullReply, model: string): JsonObject {
  const cut = reply.stopReason === "length";
  return {
    id: "resp_1",
    object: "response",
    created_at: 1,
    model,
    status: cut ? "incomplete" : "completed",
    error: null,
    incomplete_details: cut ? { reason: "max_output_tokens" } : null,
    output: itemsOf(reply),
    usage: {
      input_tokens: reply.usage.inputTokens,
      input_tokens_details: { cached_tokens: reply.usage.cachedInputTokens },
      output_tokens: reply.usage.outputTokens,
      output_tokens_details: { reasoning_tokens: 0 },
      total_tokens: reply.usage.inputTokens + reply.usage.outputTokens,
    },
  };
}

function itemsOf({ thinking, signature, text, toolCalls }: FullReply): JsonObject[] {
  const items: JsonObject[] = [];
  if (thinking || signature) {
    const summary = thinking ? [{ type: "summary_text", text: thinking }] : [];
    items.push({
      id: "rs_1",
      type: "reasoning",
      summary,
      ...(signature && { encrypted_content: signature }),
    });
  }
  if (text) {
    const content = [{ type: "output_text", text, annotations: [] }];
    items.push({ id: "msg_1", type: "message", role: "assistant", status: "completed", content });
  }
  for (const { id, name, json } of toolCalls)
    items.push({
      id: `fc_${id}`,
      type: "function_call",
      call_id: id,
      name,
      arguments: json,
      status: "completed",
    });
  return items;
}

/** An item as it is announced, before its deltas. */
function emptied(item: JsonObject): JsonObject {
  if (item.type === "function_call") return { ...item, arguments: "", status: "in_progress" };
  if (item.type === "message") return { ...item, content: [], status: "in_progress" };
  const { encrypted_content: _, ...rest } = item;
  return { ...rest, summary: [] };
}

function deltasOfItem(
  item: JsonObject,
  reply: FullReply,
  position: number,
  chars: number,
): [string, string][] {
  const named = (type: string, text: string): [string, string][] =>
    deltasOf(text, chars).map((delta) => [type, delta]);
  if (item.type === "reasoning") return named("response.reasoning_summary_text.delta", reply.thinking);
  if (item.type === "message") return named("response.output_text.delta", reply.text);
  const call = reply.toolCalls[position - (itemsOf(reply).length - reply.toolCalls.length)]!;
  return named("response.function_call_arguments.delta", call.json);
}

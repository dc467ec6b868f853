import type {
  AssistantMessage,
  JsonObject,
  ThinkingBlock,
  ToolContent,
  ToolResult,
  UserMessage,
} from "@genericagent/core-loop";
import type {
  ResponseCreateParamsStreaming,
  ResponseInputImage,
  ResponseInputItem,
  ResponseInputText,
} from "openai/resources/responses/responses";
import type { Endpoint } from "../endpoint.js";
import { asObject, parseJson } from "../loose-json.js";
import { sentCallId } from "../sent-call-id.js";
import {
  dataUrl,
  hasText,
  isReplayable,
  NO_OUTPUT,
  sentArgs,
  sentMessages,
  sentText,
} from "../sent-content.js";
import type { BodyOptions } from "../session.js";
import type { ModelRequest } from "../stream-session.js";
import { responsesSettings } from "./responses-settings.js";

/** The body of `POST /responses`. */
export function toResponsesBody(
  { system, messages, tools }: ModelRequest,
  endpoint: Endpoint,
  options: BodyOptions = {},
): JsonObject {
  const body: ResponseCreateParamsStreaming = {
    model: endpoint.model,
    stream: true,
    store: false,
    include: ["reasoning.encrypted_content"],
    ...(hasText(system) && { instructions: system }),
    ...responsesSettings(endpoint.model, options, tools.length > 0),
    input: sentMessages(messages, options).flatMap((message) =>
      message.role === "user" ? toUserItems(message) : toAssistantItems(message, endpoint),
    ),
    ...(tools.length > 0 && {
      tools: tools.map(({ name, description, parameters }) => ({
        type: "function",
        name,
        description,
        parameters,
        strict: false,
      })),
    }),
  };
  return body as unknown as JsonObject;
}

const CALL_ID = /^.{1,64}$/s;

type Part = ResponseInputText | ResponseInputImage;

function toUserItems({ content }: UserMessage): ResponseInputItem[] {
  const items = content.filter((block) => block.type === "tool-result").map(toOutput);
  const parts = content.filter((block) => block.type !== "tool-result").flatMap(toPart);
  return parts.length > 0 ? [...items, { type: "message", role: "user", content: parts }] : items;
}

function toOutput({ callId, content }: ToolResult): ResponseInputItem {
  const hasImage = content.some((block) => block.type === "image");
  const output = hasImage ? content.flatMap(toPart) : sentText(content) || NO_OUTPUT;
  return { type: "function_call_output", call_id: sentCallId(callId, CALL_ID), output };
}

function toPart(block: ToolContent): Part[] {
  if (block.type === "image") return [{ type: "input_image", image_url: dataUrl(block), detail: "auto" }];
  return hasText(block.text) ? [{ type: "input_text", text: block.text }] : [];
}

/** A reasoning item must be followed by what it led to, so one at the end is left out. */
function toAssistantItems({ content }: AssistantMessage, endpoint: Endpoint): ResponseInputItem[] {
  const items: ResponseInputItem[] = [];
  for (const block of content) {
    if (block.type === "thinking") items.push(...toReasoning(block, endpoint));
    else if (block.type === "tool-call") {
      const args = JSON.stringify(sentArgs(block));
      items.push({
        type: "function_call",
        call_id: sentCallId(block.id, CALL_ID),
        name: block.name,
        arguments: args,
      });
    } else if (hasText(block.text)) items.push({ role: "assistant", content: block.text });
  }
  while (items.at(-1)?.type === "reasoning") items.pop();
  return items;
}

/** The signature is the whole item as it came. */
function toReasoning(block: ThinkingBlock, { provider }: Endpoint): ResponseInputItem[] {
  if (!block.signature || !isReplayable(block, "openai-responses", provider)) return [];
  const item = asObject(parseJson(block.signature));
  return item.type === "reasoning" ? [item as unknown as ResponseInputItem] : [];
}

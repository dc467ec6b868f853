import type {
  AssistantMessage,
  ImageBlock,
  JsonObject,
  ThinkingBlock,
  ToolCall,
  UserMessage,
} from "@genericagent/core-loop";
import type {
  ChatCompletionAssistantMessageParam,
  ChatCompletionContentPart,
  ChatCompletionCreateParamsStreaming,
  ChatCompletionMessageParam,
} from "openai/resources/chat/completions/completions";
import { type Endpoint, hostOf } from "../endpoint.js";
import { asList, parseJson } from "../loose-json.js";
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
import { chatSettings } from "./chat-settings.js";

/** The body of `POST /chat/completions`. */
export function toChatBody(
  { system, messages, tools }: ModelRequest,
  endpoint: Endpoint,
  options: BodyOptions = {},
): JsonObject {
  const body: ChatCompletionCreateParamsStreaming = {
    model: endpoint.model,
    stream: true,
    stream_options: { include_usage: true },
    ...chatSettings(endpoint, options, tools.length > 0),
    messages: [
      ...(hasText(system) ? [{ role: "system" as const, content: system }] : []),
      ...sentMessages(messages, options).flatMap((message) =>
        message.role === "user" ? toUserMessages(message, endpoint) : toAssistantMessage(message, endpoint),
      ),
    ],
    ...(tools.length > 0 && {
      tools: tools.map(({ name, description, parameters }) => ({
        type: "function",
        function: { name, description, parameters },
      })),
    }),
  };
  return body as unknown as JsonObject;
}

/** Tool messages hold text only, so the images of results follow in a user message, after the last result. */
function toUserMessages({ content }: UserMessage, endpoint: Endpoint): ChatCompletionMessageParam[] {
  const messages: ChatCompletionMessageParam[] = [];
  const parts: ChatCompletionContentPart[] = [];
  for (const block of content) {
    if (block.type === "text") {
      if (hasText(block.text)) parts.push({ type: "text", text: block.text });
    } else if (block.type === "image") parts.push(toImage(block));
    else {
      const images = block.content.filter((part) => part.type === "image");
      const text = sentText(block.content) || (images.length > 0 ? "(image below)" : NO_OUTPUT);
      messages.push({ role: "tool", tool_call_id: callId(block.callId, endpoint), content: text });
      if (images.length > 0)
        parts.push({ type: "text", text: `Image from ${block.name}:` }, ...images.map(toImage));
    }
  }
  if (parts.length > 0) messages.push({ role: "user", content: plain(parts) });
  return messages;
}

const toImage = (image: ImageBlock): ChatCompletionContentPart => ({
  type: "image_url",
  image_url: { url: dataUrl(image) },
});

/** Many servers understand only a string where there is nothing but text. */
const plain = (parts: ChatCompletionContentPart[]): string | ChatCompletionContentPart[] =>
  parts.every((part) => part.type === "text") ? parts.map(({ text }) => text).join("\n\n") : parts;

type WithReasoning = ChatCompletionAssistantMessageParam & {
  reasoning_content?: string;
  reasoning_details?: unknown[];
};

function toAssistantMessage({ content }: AssistantMessage, endpoint: Endpoint): WithReasoning[] {
  const text = sentText(content.filter((block) => block.type === "text"));
  const calls = content.filter((block) => block.type === "tool-call");
  if (!text && calls.length === 0) return [];
  const thinking = content
    .filter((block) => block.type === "thinking")
    .filter((block) => isReplayable(block, "openai-chat", endpoint.provider));
  return [
    {
      role: "assistant",
      content: text || null,
      ...toReasoning(thinking),
      ...(calls.length > 0 && { tool_calls: calls.map((call) => toCall(call, endpoint)) }),
    },
  ];
}

/**
 * DeepSeek's and Kimi's field. Both want it back while tools run, so a block that came under this name is marked
 * with it; servers that use another name do not.
 */
export const REASONING_FIELD = "reasoning_content";

/** Under the name under which it came: as text, or as the list of parts that OpenRouter and MiniMax want back whole. */
function toReasoning(blocks: readonly ThinkingBlock[]): Partial<WithReasoning> {
  const reasoning = blocks.filter(({ signature }) => signature === REASONING_FIELD).map(({ text }) => text);
  const details = blocks.flatMap(({ signature }) => asList(parseJson(signature ?? "")));
  return {
    ...(reasoning.length > 0 && { [REASONING_FIELD]: reasoning.join("") }),
    ...(details.length > 0 && { reasoning_details: details }),
  };
}

/** What came with a call, such as Gemini's thought signature, stands beside it again. */
function toCall(call: ToolCall, endpoint: Endpoint) {
  const { providerData: data } = call;
  return {
    id: callId(call.id, endpoint),
    type: "function" as const,
    function: { name: call.name, arguments: JSON.stringify(sentArgs(call)) },
    ...(data &&
      isReplayable(data, "openai-chat", endpoint.provider) && { extra_content: parseJson(data.data) }),
  };
}

/** OpenAI takes up to 40 characters; elsewhere an id is the server's own business. */
const callId = (id: string, { baseUrl, vendorUrl }: Endpoint): string =>
  hostOf(baseUrl) === hostOf(vendorUrl) ? sentCallId(id, /^.{1,40}$/s) : id;

import type {
  AssistantMessage,
  ImageBlock,
  JsonObject,
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
import { dataUrl, hasText, isReplayable, NO_OUTPUT, sentArgs, sentText } from "../sent-content.js";
import type { ModelRequest } from "../stream-session.js";

/** The body of `POST /chat/completions`. */
export function toChatBody(
  { system, messages, tools }: ModelRequest,
  endpoint: Endpoint,
  maxOutputTokens?: number,
): JsonObject {
  const body: ChatCompletionCreateParamsStreaming = {
    model: endpoint.model,
    stream: true,
    stream_options: { include_usage: true },
    ...(maxOutputTokens !== undefined && limit(endpoint, maxOutputTokens)),
    messages: [
      ...(hasText(system) ? [{ role: "system" as const, content: system }] : []),
      ...messages.flatMap((message) =>
        message.role === "user" ? toUserMessages(message) : toAssistantMessage(message, endpoint),
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

/** OpenAI renamed the field, and its reasoning models refuse the old name; other servers know only the old one. */
const limit = ({ baseUrl, vendorUrl }: Endpoint, tokens: number) =>
  hostOf(baseUrl) === hostOf(vendorUrl) ? { max_completion_tokens: tokens } : { max_tokens: tokens };

/** Tool messages hold text only, so the images of results follow in a user message, after the last result. */
function toUserMessages({ content }: UserMessage): ChatCompletionMessageParam[] {
  const messages: ChatCompletionMessageParam[] = [];
  const parts: ChatCompletionContentPart[] = [];
  for (const block of content) {
    if (block.type === "text") {
      if (hasText(block.text)) parts.push({ type: "text", text: block.text });
    } else if (block.type === "image") parts.push(toImage(block));
    else {
      const images = block.content.filter((part) => part.type === "image");
      const text = sentText(block.content) || (images.length > 0 ? "(image below)" : NO_OUTPUT);
      messages.push({ role: "tool", tool_call_id: block.callId, content: text });
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

type WithReasoning = ChatCompletionAssistantMessageParam & { reasoning_content?: string };

function toAssistantMessage({ content }: AssistantMessage, { provider }: Endpoint): WithReasoning[] {
  const text = sentText(content.filter((block) => block.type === "text"));
  const calls = content.filter((block) => block.type === "tool-call");
  if (!text && calls.length === 0) return [];
  const reasoning = content
    .filter((block) => block.type === "thinking")
    .filter((block) => block.signature === REASONING_FIELD && isReplayable(block, "openai-chat", provider))
    .map((block) => block.text)
    .join("");
  return [
    {
      role: "assistant",
      content: text || null,
      ...(reasoning && { [REASONING_FIELD]: reasoning }),
      ...(calls.length > 0 && { tool_calls: calls.map(toCall) }),
    },
  ];
}

/**
 * DeepSeek's and Kimi's field. Both want it back while tools run, so a block that came under this name is marked
 * with it; servers that use another name do not.
 */
export const REASONING_FIELD = "reasoning_content";

const toCall = (call: ToolCall) => ({
  id: call.id,
  type: "function" as const,
  function: { name: call.name, arguments: JSON.stringify(sentArgs(call)) },
});

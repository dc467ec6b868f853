import type {
  CacheControlEphemeral,
  ContentBlockParam,
  ImageBlockParam,
  MessageCreateParamsStreaming,
  MessageParam,
  RedactedThinkingBlockParam,
  TextBlockParam,
  ThinkingBlockParam,
} from "@anthropic-ai/sdk/resources/messages/messages";
import type {
  AssistantBlock,
  JsonObject,
  Message,
  ThinkingBlock,
  ToolContent,
  UserBlock,
} from "@genericagent/core-loop";
import type { Endpoint } from "../endpoint.js";
import { sentCallId } from "../sent-call-id.js";
import { hasText, isReplayable, NO_OUTPUT, sentArgs, sentMessages } from "../sent-content.js";
import type { BodyOptions } from "../session.js";
import type { ModelRequest } from "../stream-session.js";
import { anthropicSettings } from "./anthropic-settings.js";

/** The body of `POST /v1/messages`, with cache markers on the system prompt, the tools and the last two user messages. */
export function toAnthropicBody(
  { system, messages, tools }: ModelRequest,
  endpoint: Endpoint,
  options: BodyOptions = {},
): JsonObject {
  const body: MessageCreateParamsStreaming = {
    model: endpoint.model,
    ...anthropicSettings(endpoint.model, options, tools.length > 0),
    stream: true,
    ...(hasText(system) && { system: [{ type: "text", text: system, cache_control: MARKER }] }),
    messages: markLastUsers(toMessages(sentMessages(messages, options), endpoint)),
    ...(tools.length > 0 && {
      tools: tools.map(({ name, description, parameters }, index) => ({
        name,
        description,
        input_schema: { ...parameters, type: "object" as const },
        ...(index === tools.length - 1 && { cache_control: MARKER }),
      })),
    }),
  };
  return body as unknown as JsonObject;
}

const MARKER: CacheControlEphemeral = { type: "ephemeral" };

function toMessages(messages: readonly Message[], endpoint: Endpoint): MessageParam[] {
  const params: MessageParam[] = [];
  for (const { role, content } of messages) {
    const blocks =
      role === "user"
        ? (content as UserBlock[]).flatMap(toUserBlock)
        : (content as AssistantBlock[]).flatMap((block) => toAssistantBlock(block, endpoint));
    if (blocks.length > 0) params.push({ role, content: blocks });
  }
  return params;
}

const CALL_ID = /^[a-zA-Z0-9_-]{1,64}$/;

function toUserBlock(block: UserBlock): ContentBlockParam[] {
  if (block.type !== "tool-result") return toContent(block);
  const content = block.content.flatMap(toContent);
  return [
    {
      type: "tool_result",
      tool_use_id: sentCallId(block.callId, CALL_ID),
      content: content.length > 0 ? content : [{ type: "text", text: NO_OUTPUT }],
      ...(block.isError && { is_error: true }),
    },
  ];
}

function toContent(block: ToolContent): (TextBlockParam | ImageBlockParam)[] {
  if (block.type === "text") return hasText(block.text) ? [{ type: "text", text: block.text }] : [];
  const source = { type: "base64" as const, media_type: block.mediaType as "image/png", data: block.data };
  return [{ type: "image", source }];
}

function toAssistantBlock(block: AssistantBlock, endpoint: Endpoint): ContentBlockParam[] {
  if (block.type === "text") return toContent(block);
  if (block.type === "thinking") return toThinking(block, endpoint);
  return [{ type: "tool_use", id: sentCallId(block.id, CALL_ID), name: block.name, input: sentArgs(block) }];
}

/** Without its signature a thinking block would be refused, so it is left out. */
function toThinking(
  block: ThinkingBlock,
  { provider }: Endpoint,
): (ThinkingBlockParam | RedactedThinkingBlockParam)[] {
  const { text, signature, redacted } = block;
  if (signature === undefined || !isReplayable(block, "anthropic", provider)) return [];
  return [
    redacted
      ? { type: "redacted_thinking", data: signature }
      : { type: "thinking", thinking: text, signature },
  ];
}

/** The last marker serves the next request, the one before it the current one. */
function markLastUsers(messages: MessageParam[]): MessageParam[] {
  const users = messages.filter(({ role }) => role === "user").slice(-2);
  for (const { content } of users) {
    const last = (content as ContentBlockParam[]).at(-1) as { cache_control?: CacheControlEphemeral };
    last.cache_control = MARKER;
  }
  return messages;
}

import type { Wire } from "@genericagent/core-loop";
import {
  AnthropicSession,
  OpenAIChatSession,
  OpenAIResponsesSession,
  type Session,
  type SessionOptions,
} from "../src/index.js";

/** What the contract needs to know about a wire: how to make a session, and streams no encoder would write. */
export interface WireUnderTest {
  wire: Wire;
  open(options: SessionOptions): Session;
  /** The text "Hel", then an error that says "overloaded". Case A3b, A11. */
  errorAfterText: string;
  /** Unknown events and blocks, missing indexes and numbers as strings around the text "Hello". Case A9. */
  strange: string;
  /** Two calls under one index: a (read) and b (write). Case A1. */
  sharedIndex: string;
  /** A stream that ends with the model declining to answer. */
  refusal: string;
}

const sse = (...events: object[]): string =>
  events
    .map((event) => {
      const { type } = event as { type?: string };
      return `${type ? `event: ${type}\n` : ""}data: ${JSON.stringify(event)}\n\n`;
    })
    .join("");

const start = { type: "message_start", message: { usage: { input_tokens: "7" } } };
const stop = (stop_reason: string) => [
  { type: "message_delta", delta: { stop_reason }, usage: { output_tokens: "3" } },
  { type: "message_stop" },
];
const textBlock = { type: "content_block_start", index: 0, content_block: { type: "text", text: "" } };
const textDelta = (text: string) => ({
  type: "content_block_delta",
  index: 0,
  delta: { type: "text_delta", text },
});
const toolUse = (id: string, name: string) => [
  { type: "content_block_start", index: 0, content_block: { type: "tool_use", id, name, input: {} } },
  { type: "content_block_delta", index: 0, delta: { type: "input_json_delta", partial_json: '{"p":1}' } },
  { type: "content_block_stop", index: 0 },
];

const anthropic: WireUnderTest = {
  wire: "anthropic",
  open: (options) => new AnthropicSession(options),
  errorAfterText: sse(start, textBlock, textDelta("Hel"), {
    type: "error",
    error: { type: "overloaded_error", message: "Overloaded" },
  }),
  strange: sse(
    start,
    { type: "ping" },
    { type: "future_event", anything: [1] },
    { type: "content_block_start", index: 0, content_block: { type: "future_block", data: "x" } },
    { type: "content_block_delta", index: 0, delta: { type: "future_delta", text: "no" } },
    { type: "content_block_start", content_block: { type: "text", text: "" } },
    { type: "content_block_delta", delta: { type: "text_delta", text: "Hello" } },
    { type: "content_block_delta", delta: { type: "citations_delta", citation: {} } },
    ...stop("end_turn"),
  ),
  sharedIndex: sse(start, ...toolUse("a", "read"), ...toolUse("b", "write"), ...stop("tool_use")),
  refusal: sse(start, textBlock, textDelta("I can"), ...stop("refusal")),
};

const chunk = (delta: object, finish_reason: string | null = null) => ({
  choices: [{ index: 0, delta, finish_reason }],
});
const chatCall = (id: string, name: string) =>
  chunk({ tool_calls: [{ index: 0, id, type: "function", function: { name, arguments: '{"p":1}' } }] });
const done = "data: [DONE]\n\n";

const openAIChat: WireUnderTest = {
  wire: "openai-chat",
  open: (options) => new OpenAIChatSession(options),
  errorAfterText: sse(chunk({ content: "Hel" }), { error: { code: 529, message: "overloaded" } }) + done,
  strange:
    ": keep-alive\n\nevent: ping\ndata: ping\n\n" +
    sse(
      { future: true },
      { choices: [] },
      { choices: [{ delta: { content: null, future_block: {} }, finish_reason: "" }] },
      { choices: [{ delta: { content: [{ type: "text", text: "Hello" }] } }] },
      {
        choices: [
          { delta: {}, finish_reason: "stop", usage: { prompt_tokens: "7", completion_tokens: "3" } },
        ],
      },
    ) +
    done,
  sharedIndex: sse(chatCall("a", "read"), chatCall("b", "write"), chunk({}, "tool_calls")) + done,
  refusal: sse(chunk({ content: "I can" }), chunk({}, "content_filter")) + done,
};

const message = (text: string) => ({ type: "message", id: "m", content: [{ type: "output_text", text }] });
const functionCall = (id: string, name: string) => ({
  type: "function_call",
  id,
  call_id: id,
  name,
  arguments: '{"p":1}',
});
const completed = (response: object) => ({
  type: "response.completed",
  response: {
    status: "completed",
    error: null,
    usage: { input_tokens: "7", output_tokens: "3" },
    ...response,
  },
});

const openAIResponses: WireUnderTest = {
  wire: "openai-responses",
  open: (options) => new OpenAIResponsesSession(options),
  errorAfterText: sse(
    { type: "response.output_text.delta", output_index: 0, delta: "Hel" },
    { type: "error", code: "server_is_overloaded", message: "overloaded" },
  ),
  strange: sse(
    { type: "response.future_event", anything: 1 },
    { type: "response.output_item.added", output_index: 0, item: { type: "future_item", id: "f" } },
    { type: "response.output_item.done", output_index: 0, item: { type: "future_item", id: "f" } },
    { type: "response.output_item.added", item: { type: "message", id: "m", content: [] } },
    { type: "response.output_text.delta", delta: "Hello" },
    { type: "response.output_item.done", item: message("Hello") },
    completed({ output: [{ type: "future_item", id: "f" }, message("Hello")] }),
  ),
  sharedIndex: sse(
    ...[functionCall("a", "read"), functionCall("b", "write")].flatMap((item) => [
      { type: "response.output_item.added", output_index: 0, item: { ...item, arguments: "" } },
      { type: "response.function_call_arguments.delta", output_index: 0, delta: item.arguments },
      { type: "response.output_item.done", output_index: 0, item },
    ]),
    completed({ output: [functionCall("a", "read"), functionCall("b", "write")] }),
  ),
  refusal: sse(
    { type: "response.refusal.delta", output_index: 0, delta: "I can not" },
    completed({
      output: [{ type: "message", id: "m", content: [{ type: "refusal", refusal: "I can not" }] }],
    }),
  ),
};

export const wires: WireUnderTest[] = [anthropic, openAIChat, openAIResponses];

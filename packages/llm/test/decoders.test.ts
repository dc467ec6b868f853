import type { ChatEvent, Reply } from "@genericagent/core-loop";
import { toolCallsOf } from "@genericagent/core-loop";
import { describe, expect, it } from "vitest";
import { OpenAIChatDecoder } from "../src/openai-chat/openai-chat-decoder.js";
import { OpenAIResponsesDecoder } from "../src/openai-responses/openai-responses-decoder.js";
import { SseReader } from "../src/sse-reader.js";

const endpoint = {
  provider: "p",
  model: "m",
  baseUrl: "http://x",
  apiKey: undefined,
  keyName: "K",
  vendorUrl: "http://y",
};

function decode(decoder: OpenAIChatDecoder | OpenAIResponsesDecoder, events: unknown[]): Reply {
  const out: ChatEvent[] = [];
  for (const event of events) decoder.push(event, out);
  expect(decoder.whole).toBe(true);
  return decoder.reply();
}

const deltas = (...toolCalls: object[]) => [
  ...toolCalls.map((call) => ({ choices: [{ delta: { tool_calls: [call] } }] })),
  { choices: [{ delta: {}, finish_reason: "tool_calls" }] },
];
const calls = (...toolCalls: object[]) =>
  toolCallsOf(decode(new OpenAIChatDecoder(endpoint), deltas(...toolCalls)).message).map(({ name, args }) => [
    name,
    args,
  ]);

describe("calls of servers that deviate", () => {
  it("A1: index missing, text, or always 0", () => {
    const [a, b] = [
      { name: "a", arguments: "{}" },
      { name: "b", arguments: '{"x":1}' },
    ];
    const both = [
      ["a", {}],
      ["b", { x: 1 }],
    ];
    expect(calls({ id: "1", function: a }, { id: "2", function: b })).toEqual(both);
    expect(calls({ index: "0", id: "1", function: a }, { index: "1", id: "2", function: b })).toEqual(both);
    expect(calls({ index: 0, function: a }, { index: 0, function: b })).toEqual(both);
    expect(calls({ function: a }, { function: b })).toEqual(both);
  });

  it("a delta without index goes on with the call that came last", () => {
    expect(
      calls({ id: "1", function: { name: "a", arguments: '{"x"' } }, { function: { arguments: ":1}" } }),
    ).toEqual([["a", { x: 1 }]]);
  });

  it("id and name repeated in every delta are one call", () => {
    const part = (text: string) => ({ index: 0, id: "1", function: { name: "a", arguments: text } });
    expect(calls(part('{"x"'), part(":1}"))).toEqual([["a", { x: 1 }]]);
  });

  it("arguments sent as an object", () => {
    expect(calls({ index: 0, id: "1", function: { name: "a", arguments: { x: 1 } } })).toEqual([
      ["a", { x: 1 }],
    ]);
  });

  it("one id for two calls becomes two ids", () => {
    const reply = decode(
      new OpenAIChatDecoder(endpoint),
      deltas(
        { index: 0, id: "same", function: { name: "a", arguments: "{}" } },
        { index: 1, id: "same", function: { name: "b", arguments: "{}" } },
      ),
    );
    expect(new Set(toolCallsOf(reply.message).map(({ id }) => id)).size).toBe(2);
  });

  it("reasoning that is left out of the completion tokens counts as output", () => {
    const usage = { prompt_tokens: 10, completion_tokens: 2, total_tokens: 40 };
    const reply = decode(new OpenAIChatDecoder(endpoint), [
      { choices: [{ delta: { content: "x" }, finish_reason: "stop" }], usage },
    ]);
    expect(reply.usage.outputTokens).toBe(30);
  });
});

describe("responses", () => {
  it("keeps a reasoning item whole and byte-exact, also when its text is hidden", () => {
    const item = {
      id: "rs_1",
      type: "reasoning",
      summary: [],
      encrypted_content: "gAAA\u00e9==",
      status: null,
    };
    const reply = decode(new OpenAIResponsesDecoder(endpoint), [
      {
        type: "response.output_item.added",
        output_index: 0,
        item: { ...item, encrypted_content: undefined },
      },
      { type: "response.output_item.done", output_index: 0, item },
      { type: "response.completed", response: { status: "completed", output: [item] } },
    ]);
    expect(reply.message.content).toEqual([
      {
        type: "thinking",
        text: "",
        wire: "openai-responses",
        provider: "p",
        signature: JSON.stringify(item),
        redacted: true,
      },
    ]);
  });

  it("summaries in parts read as paragraphs", () => {
    const delta = (summary_index: number, text: string) => ({
      type: "response.reasoning_summary_text.delta",
      output_index: 0,
      summary_index,
      delta: text,
    });
    const reply = decode(new OpenAIResponsesDecoder(endpoint), [
      delta(0, "One"),
      delta(0, "."),
      delta(1, "Two."),
      { type: "response.completed", response: { status: "completed", output: [] } },
    ]);
    expect(reply.message.content[0]).toMatchObject({ text: "One.\n\nTwo." });
  });

  it("output places that differ between stream and end do not double the text", () => {
    const message = { type: "message", id: "m", content: [{ type: "output_text", text: "Hi" }] };
    const reply = decode(new OpenAIResponsesDecoder(endpoint), [
      { type: "response.output_item.added", output_index: 3, item: { type: "message", id: "m" } },
      { type: "response.output_text.delta", output_index: 3, delta: "Hi" },
      { type: "response.completed", response: { status: "completed", output: [message] } },
    ]);
    expect(reply.message.content).toEqual([{ type: "text", text: "Hi" }]);
  });
});

describe("event streams", () => {
  const read = (...chunks: string[]) => {
    const reader = new SseReader();
    return [...chunks.flatMap((chunk) => reader.push(Buffer.from(chunk))), ...reader.end()].map(
      ({ name, data }) => [name, data],
    );
  };

  it.each(["\n", "\r", "\r\n"])("lines end with %j", (end) => {
    const stream = ["event: a", "data: 1", "data: 2", "", ": comment", "id: 7", "data:3", "", ""].join(end);
    const events = [
      ["a", "1\n2"],
      ["", "3"],
    ];
    expect(read(stream)).toEqual(events);
    expect(read(...stream)).toEqual(events);
  });

  it("the last event counts without the blank line behind it", () => {
    expect(read("data: 1\n\ndata: 2")).toEqual([
      ["", "1"],
      ["", "2"],
    ]);
  });
});

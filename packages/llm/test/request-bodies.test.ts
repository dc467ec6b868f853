import { type JsonObject, type Message, text, userMessage } from "@genericagent/core-loop";
import { describe, expect, it } from "vitest";
import { toAnthropicBody } from "../src/anthropic/to-anthropic-body.js";
import { toChatBody } from "../src/openai-chat/to-chat-body.js";
import { toResponsesBody } from "../src/openai-responses/to-responses-body.js";
import { ask, serve } from "./ask.js";
import { wires } from "./wires.js";

const endpoint = {
  provider: "p",
  model: "m",
  baseUrl: "http://127.0.0.1:1/v1",
  apiKey: undefined,
  keyName: "KEY",
  vendorUrl: "https://vendor.example/v1",
};
const tool = (name: string) => ({ name, description: name, parameters: { type: "object", properties: {} } });
const image = { type: "image", mediaType: "image/png", data: "aW1n" } as const;
const messages: Message[] = [
  userMessage("One"),
  {
    role: "assistant",
    content: [
      text(" "),
      { type: "tool-call", id: "c1", name: "a", args: { x: 1 } },
      { type: "tool-call", id: "c2", name: "b", args: {}, invalidArgs: "{cut" },
    ],
  },
  userMessage([
    { type: "tool-result", callId: "c1", name: "a", content: [text("seen"), image] },
    { type: "tool-result", callId: "c2", name: "b", content: [], isError: true },
    text("Go on."),
  ]),
  { role: "assistant", content: [text("")] },
  userMessage("Two"),
];
const request = { system: "System.", messages, tools: [tool("a"), tool("b")] };

describe("Anthropic", () => {
  const body = toAnthropicBody(request, endpoint) as {
    messages: { role: string; content: JsonObject[] }[];
  } & JsonObject;

  it("marks system, last tool and the last two user messages for the cache, and nothing else", () => {
    const marker = { type: "ephemeral" };
    expect(body.system).toEqual([{ type: "text", text: "System.", cache_control: marker }]);
    expect((body.tools as JsonObject[]).map(({ cache_control }) => cache_control)).toEqual([
      undefined,
      marker,
    ]);
    expect(body.messages.map(({ content }) => content.map(({ cache_control }) => cache_control))).toEqual([
      [undefined],
      [undefined, undefined],
      [undefined, undefined, marker],
      [marker],
    ]);
  });

  it("sends valid content: no blank text, no empty message, an object for broken arguments", () => {
    expect(body.messages.map(({ role }) => role)).toEqual(["user", "assistant", "user", "user"]);
    expect(body.messages[1]?.content[1]).toMatchObject({ id: "c2", input: { invalid_arguments: "{cut" } });
    expect(body.messages[2]?.content[1]).toMatchObject({
      tool_use_id: "c2",
      is_error: true,
      content: [{ type: "text", text: "(no output)" }],
    });
  });

  it("sends the demanded limit", () => {
    expect(body.max_tokens).toBe(16_000);
    expect(toAnthropicBody(request, endpoint, { maxOutputTokens: 500 }).max_tokens).toBe(500);
  });

  it("a later request begins with the bytes of the one before, markers aside", () => {
    const plain = (sent: readonly Message[]) =>
      JSON.stringify(
        (toAnthropicBody({ ...request, messages: sent }, endpoint) as JsonObject).messages,
      ).replaceAll(',"cache_control":{"type":"ephemeral"}', "");
    const longer = plain([...messages, { role: "assistant", content: [text("ok")] }, userMessage("Three")]);
    expect(longer.startsWith(plain(messages).slice(0, -1))).toBe(true);
  });
});

describe("Chat", () => {
  it("puts the images of results into a user message behind the last result", () => {
    const { messages: sent } = toChatBody(request, endpoint) as { messages: JsonObject[] };
    expect(sent.map(({ role }) => role)).toEqual([
      "system",
      "user",
      "assistant",
      "tool",
      "tool",
      "user",
      "user",
    ]);
    expect(sent[3]).toEqual({ role: "tool", tool_call_id: "c1", content: "seen" });
    expect(sent[4]?.content).toBe("(no output)");
    expect(sent[5]?.content).toEqual([
      { type: "text", text: "Image from a:" },
      { type: "image_url", image_url: { url: "data:image/png;base64,aW1n" } },
      { type: "text", text: "Go on." },
    ]);
    expect(sent[6]?.content).toBe("Two");
  });

  it("names the output limit as the server knows it", () => {
    expect(toChatBody(request, endpoint)).not.toHaveProperty("max_tokens");
    expect(toChatBody(request, endpoint, { maxOutputTokens: 9 })).toMatchObject({ max_tokens: 9 });
    const own = { ...endpoint, baseUrl: endpoint.vendorUrl };
    expect(toChatBody(request, own, { maxOutputTokens: 9 })).toMatchObject({ max_completion_tokens: 9 });
  });
});

describe("Responses", () => {
  const reasoning = { id: "rs", type: "reasoning", summary: [], encrypted_content: "e" };
  const thinking = {
    type: "thinking",
    text: "",
    wire: "openai-responses",
    signature: JSON.stringify(reasoning),
  } as const;

  it("stores nothing and asks for encrypted reasoning", () => {
    const body = toResponsesBody(request, endpoint, { maxOutputTokens: 7 });
    expect(body).toMatchObject({
      store: false,
      include: ["reasoning.encrypted_content"],
      max_output_tokens: 7,
    });
    expect(body.tools).toMatchObject([{ strict: false }, { strict: false }]);
  });

  it("sends reasoning as it came, but not without what it led to", () => {
    const input = (last: Message) => toResponsesBody({ ...request, messages: [last] }, endpoint).input;
    expect(input({ role: "assistant", content: [thinking, text("Hi")] })).toEqual([
      reasoning,
      { role: "assistant", content: "Hi" },
    ]);
    expect(input({ role: "assistant", content: [thinking] })).toEqual([]);
  });
});

describe.each(wires)("options: $wire", (wire) => {
  it("adds headers and body fields as they are", async () => {
    const extra = { headers: { "x-team": "a" }, extraBody: { temperature: 0.1 } };
    const { session, server } = await serve(wire, [{ text: "ok" }], extra);
    await ask(session);
    expect(server.requests[0]).toMatchObject({ headers: { "x-team": "a" }, body: { temperature: 0.1 } });
  });
});

describe("fields that some servers reject", () => {
  it.each([
    ["openai-chat", "stream_options"],
    ["openai-responses", "include"],
  ])("%s: %s is left out once the server refused it", async (name, field) => {
    const wire = wires.find((candidate) => candidate.wire === name)!;
    const rejection = { status: 400, body: { error: { message: `Unknown parameter: '${field}'` } } };
    const { session, server } = await serve(wire, [rejection, { text: "ok" }, { text: "ok" }]);
    await ask(session);
    await ask(session);
    expect(server.requests.map(({ body }) => field in body)).toEqual([true, false, false]);
  });
});

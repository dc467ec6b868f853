import { text, toolCallsOf, userMessage } from "@genericagent/core-loop";
import { describe, expect, it } from "vitest";
import { toAnthropicBody } from "../src/anthropic/to-anthropic-body.js";
import {
  AnthropicSession,
  OpenAIChatSession,
  OpenAIResponsesSession,
  providerPresets,
} from "../src/index.js";
import { toChatBody } from "../src/openai-chat/to-chat-body.js";
import { toResponsesBody } from "../src/openai-responses/to-responses-body.js";
import type { BodyOptions } from "../src/session.js";
import { ask, serve } from "./ask.js";
import { wires } from "./wires.js";

const tool = { name: "read", description: "Reads.", parameters: { type: "object", properties: {} } };
const request = { system: "", messages: [userMessage("Hi")], tools: [tool] };
const endpoint = (model: string) => ({
  ...{ provider: "p", model, baseUrl: "http://127.0.0.1:1/v1", apiKey: undefined, keyName: "K" },
  vendorUrl: "https://vendor.example/v1",
});
const anthropic = (options: BodyOptions, model = "m") => toAnthropicBody(request, endpoint(model), options);
const chat = (options: BodyOptions, model = "m") => toChatBody(request, endpoint(model), options);
const responses = (options: BodyOptions, model = "m") => toResponsesBody(request, endpoint(model), options);

describe("thinking and effort", () => {
  it("Anthropic: adaptive, between tools, off, or with a budget that the limit leaves room for", () => {
    expect(anthropic({ thinking: "adaptive" }).thinking).toEqual({ type: "adaptive", display: "summarized" });
    expect(anthropic({ thinking: "between-tools" }).thinking).toEqual({ type: "between_tools" });
    expect(anthropic({ thinking: "off" }).thinking).toEqual({ type: "disabled" });
    expect(anthropic({ thinking: { budgetTokens: 20_000 } })).toMatchObject({
      thinking: { type: "enabled", budget_tokens: 20_000 },
      max_tokens: 36_000,
    });
    expect(anthropic({ effort: "max" }).output_config).toEqual({ effort: "max" });
    expect(anthropic({})).not.toHaveProperty("thinking");
  });

  it("Anthropic: models that think unasked show it, since they hide there what they say between calls", () => {
    expect(anthropic({}, "claude-sonnet-5-5").thinking).toMatchObject({ display: "summarized" });
    expect(anthropic({}, "claude-haiku-4-5")).not.toHaveProperty("thinking");
  });

  it("Responses: effort, and summaries where thinking is asked for", () => {
    expect(responses({ effort: "high" }).reasoning).toEqual({ effort: "high" });
    expect(responses({ thinking: "adaptive" }).reasoning).toEqual({ summary: "auto" });
    expect(responses({ thinking: "off" }).reasoning).toEqual({ effort: "none" });
    expect(responses({})).not.toHaveProperty("reasoning");
  });

  it.each<[NonNullable<BodyOptions["quirks"]>["thinkingField"], BodyOptions, object]>([
    [undefined, { effort: "low" }, { reasoning_effort: "low" }],
    [undefined, { thinking: "off" }, { reasoning_effort: "none" }],
    ["thinking", { thinking: "off" }, { thinking: { type: "disabled" } }],
    [
      "thinking",
      { thinking: "adaptive", effort: "max" },
      { thinking: { type: "enabled" }, reasoning_effort: "max" },
    ],
    ["enable_thinking", { thinking: "off" }, { enable_thinking: false }],
    ["enable_thinking", { thinking: { budgetTokens: 99 } }, { enable_thinking: true, thinking_budget: 99 }],
    ["reasoning", { thinking: "off" }, { reasoning: { enabled: false } }],
    ["reasoning", { effort: "low" }, { reasoning: { enabled: true, effort: "low" } }],
    ["reasoning", { thinking: { budgetTokens: 99 } }, { reasoning: { enabled: true, max_tokens: 99 } }],
  ])("Chat, field %s: %j", (thinkingField, options, fields) => {
    const {
      messages: _,
      model: __,
      stream: ___,
      stream_options: ____,
      tools: _____,
      ...rest
    } = chat({
      ...options,
      ...(thinkingField && { quirks: { thinkingField } }),
    });
    expect(rest).toEqual(fields);
  });
});

describe("temperature", () => {
  it.each([
    ["some-model", 1.3, 1.3],
    ["claude-haiku-4-5", 1.3, 1],
    ["anthropic/claude-sonnet-5-5", 0.5, undefined],
    ["gpt-5.4", 0.5, undefined],
    ["o3", 0.5, undefined],
    ["gpt-4.1", 0.5, 0.5],
    ["moonshotai/kimi-k2.6", 0.5, undefined],
    ["MiniMax-M2.7", 0, 0.01],
  ])("%s: %d becomes %s", (model, temperature, sent) => {
    expect(chat({ temperature }, model).temperature).toBe(sent);
    expect(responses({ temperature }, model).temperature).toBe(sent);
    const claude = model.includes("sonnet") ? "claude-sonnet-5-5" : model;
    expect(anthropic({ temperature }, claude).temperature).toBe(sent);
  });

  it("is not sent to Anthropic together with thinking", () => {
    expect(anthropic({ temperature: 0.5, thinking: "adaptive" })).not.toHaveProperty("temperature");
    expect(anthropic({ temperature: 0.5, thinking: "off" })).toMatchObject({ temperature: 0.5 });
  });
});

describe("other settings", () => {
  it("service tier and parallel calls", () => {
    const options = { serviceTier: "flex", parallelToolCalls: false };
    expect(chat(options)).toMatchObject({ service_tier: "flex", parallel_tool_calls: false });
    expect(responses(options)).toMatchObject({ service_tier: "flex", parallel_tool_calls: false });
    expect(anthropic(options)).toMatchObject({
      service_tier: "flex",
      tool_choice: { type: "auto", disable_parallel_tool_use: true },
    });
    expect(toAnthropicBody({ ...request, tools: [] }, endpoint("m"), options)).not.toHaveProperty(
      "tool_choice",
    );
    expect(toChatBody({ ...request, tools: [] }, endpoint("m"), options)).not.toHaveProperty(
      "parallel_tool_calls",
    );
  });

  it("no image goes to a model that reads text only, and it is told so", () => {
    const image = { type: "image" as const, mediaType: "image/png", data: "aW1n" };
    const seen = { type: "tool-result" as const, callId: "c", name: "shot", content: [image] };
    const messages = [userMessage([seen, image])];
    for (const body of [toAnthropicBody, toChatBody, toResponsesBody]) {
      const sent = JSON.stringify(
        body({ ...request, messages }, endpoint("m"), { quirks: { images: false } }),
      );
      expect(sent).not.toContain("aW1n");
      expect(sent.split("reads text only")).toHaveLength(3);
    }
  });

  it.each([
    [
      "max_tokens",
      "max_completion_tokens",
      "Unsupported parameter: 'max_tokens' is not supported with this model. Use 'max_completion_tokens' instead.",
    ],
    ["max_completion_tokens", "max_tokens", "Unrecognized request argument supplied: max_completion_tokens"],
  ] as const)("%s becomes %s once it was rejected, in forks as well", async (field, other, message) => {
    const rejection = { status: 400, body: { error: { message } } };
    const { session, server } = await serve(wires[1]!, [rejection, { text: "ok" }, { text: "ok" }], {
      maxOutputTokens: 9,
      quirks: { outputLimitField: field },
    });
    await ask(session);
    await ask(session.fork());
    expect(server.requests.map(({ body }) => [body[field], body[other]])).toEqual([
      [9, undefined],
      [undefined, 9],
      [undefined, 9],
    ]);
  });

  it("a setting of the user's that a server rejects is an error that says so, not silently dropped", async () => {
    const rejection = { status: 400, body: { error: { message: "reasoning_effort: unsupported value" } } };
    const { session } = await serve(wires[1]!, [rejection], { effort: "max" });
    await expect(ask(session)).rejects.toMatchObject({ code: "bad-request" });
  });
});

describe("what a provider attaches and wants back", () => {
  const [, chatWire] = wires;

  it("Gemini: a thought signature stands beside its call again, for Gemini only", async () => {
    const extra_content = { google: { thought_signature: "sig+/=\u00e9" } };
    const call = { index: 0, id: "g1", type: "function", function: { name: "read", arguments: "{}" } };
    const chunk = {
      choices: [{ delta: { tool_calls: [{ ...call, extra_content }] }, finish_reason: "tool_calls" }],
    };
    const stream = { body: `data: ${JSON.stringify(chunk)}\n\n` };
    const { session, server } = await serve(chatWire!, [stream, { text: "ok" }], { provider: "gemini" });
    const { reply } = await ask(session);
    expect(toolCallsOf(reply.message)[0]?.providerData).toEqual({
      wire: "openai-chat",
      provider: "gemini",
      data: JSON.stringify(extra_content),
    });
    const result = { type: "tool-result" as const, callId: "g1", name: "read", content: [text("x")] };
    await ask(session, [result]);
    expect(JSON.stringify(server.requests[1]?.body)).toContain(JSON.stringify(extra_content));

    const elsewhere = await serve(chatWire!, [{ text: "ok" }], {
      provider: "other",
      history: session.history,
    });
    await ask(elsewhere.session);
    expect(JSON.stringify(elsewhere.server.requests[0]?.body)).not.toContain("thought_signature");
  });

  it("OpenRouter: reasoning_details go back whole and in order, with the pieces of a part joined", async () => {
    const parts = [
      { type: "reasoning.text", text: "Let me ", index: 0, format: "a" },
      { type: "reasoning.text", text: "see.", index: 0, signature: null },
      { type: "reasoning.text", index: 0, signature: "sig==" },
      { type: "reasoning.encrypted", data: "gAA=", id: "r1", index: 1 },
    ];
    const chunks = parts.map((part) => ({
      choices: [{ delta: { reasoning: part.text ?? null, reasoning_details: [part] } }],
    }));
    const end = { choices: [{ delta: { content: "Hi" }, finish_reason: "stop" }] };
    const body = [...chunks, end].map((chunk) => `data: ${JSON.stringify(chunk)}\n\n`).join("");
    const { session, server } = await serve(chatWire!, [{ body }, { text: "ok" }]);
    const { reply } = await ask(session);
    expect(reply.message.content[0]).toMatchObject({ type: "thinking", text: "Let me see." });
    await ask(session);
    const sent = server.requests[1]?.body.messages as {
      reasoning_details?: object[];
      reasoning_content?: string;
    }[];
    const answer = sent.find(({ reasoning_details }) => reasoning_details);
    expect(answer?.reasoning_details).toEqual([
      { type: "reasoning.text", text: "Let me see.", index: 0, format: "a", signature: "sig==" },
      parts[3],
    ]);
    expect(answer).not.toHaveProperty("reasoning_content");
  });

  it("reasoning that is only encrypted is kept as well", async () => {
    const delta = {
      reasoning_details: [{ type: "reasoning.encrypted", data: "gAA=", index: 0 }],
      content: "Hi",
    };
    const body = `data: ${JSON.stringify({ choices: [{ delta, finish_reason: "stop" }] })}\n\n`;
    const { session } = await serve(chatWire!, [{ body }]);
    expect((await ask(session)).reply.message.content[0]).toMatchObject({ text: "", redacted: true });
  });
});

describe("presets", () => {
  it("are the providers of the seeds, each with an address and, where it is not local, a key", () => {
    const names = ["anthropic", "openai", "openai-responses", "gemini", "kimi", "minimax", "deepseek", "xai"];
    expect(Object.keys(providerPresets)).toEqual([
      ...names,
      "qwen",
      "openrouter",
      "ollama",
      "lmstudio",
      "llama.cpp",
    ]);
    for (const { baseUrl, keyVariable } of Object.values(providerPresets)) {
      expect(URL.canParse(baseUrl)).toBe(true);
      expect(/^http:\/\/127\.0\.0\.1:/.test(baseUrl)).toBe(keyVariable === undefined);
    }
  });

  it("make sessions that ask at the preset's path", async () => {
    const classes = {
      anthropic: AnthropicSession,
      "openai-chat": OpenAIChatSession,
      "openai-responses": OpenAIResponsesSession,
    };
    for (const [provider, { wire, options }] of Object.entries(providerPresets)) {
      const { server } = await serve(wires.find((each) => each.wire === wire)!, [{ text: "ok" }]);
      const session = new classes[wire]({ model: "m", provider, baseUrl: server.baseUrl(wire), ...options });
      expect((await ask(session)).reply.model).toBe(`${provider}/m`);
    }
  });
});

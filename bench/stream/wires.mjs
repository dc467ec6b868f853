import Anthropic from "@anthropic-ai/sdk";
import OpenAI from "openai";
import {
  AnthropicSession,
  OpenAIChatSession,
  OpenAIResponsesSession,
} from "../../packages/llm/dist/index.js";

const PROMPT = [{ role: "user", content: "Hi" }];
const model = "test-model";
const apiKey = "unused";

/** For each wire: how its answers look in bytes, our session, and the same read with the vendor's bare SDK. */
export const WIRES = {
  anthropic: {
    path: "/v1/messages",
    head: {
      type: "message_start",
      message: {
        id: "m",
        type: "message",
        role: "assistant",
        model,
        content: [],
        usage: { input_tokens: 1, output_tokens: 1 },
      },
    },
    begin: { type: "content_block_start", index: 0, content_block: { type: "text", text: "" } },
    delta: (text) => ({ type: "content_block_delta", index: 0, delta: { type: "text_delta", text } }),
    noise: (data) => ({ type: "future_event", data }),
    tail: [
      { type: "content_block_stop", index: 0 },
      {
        type: "message_delta",
        delta: { stop_reason: "end_turn", stop_sequence: null },
        usage: { output_tokens: 1 },
      },
      { type: "message_stop" },
    ],
    session: (url) => new AnthropicSession({ model, apiKey, baseUrl: url }),
    async bare(url, onText) {
      const client = new Anthropic({ apiKey, baseURL: url, maxRetries: 0 });
      const stream = await client.messages.create({
        model,
        max_tokens: 16_000,
        messages: PROMPT,
        stream: true,
      });
      for await (const event of stream)
        if (event.type === "content_block_delta" && event.delta.type === "text_delta")
          onText(event.delta.text);
    },
  },
  "openai-chat": {
    path: "/v1/chat/completions",
    head: chunk({ role: "assistant", content: "" }),
    delta: (content) => chunk({ content }),
    noise: (data) => ({ ...chunk({}), data }),
    tail: [chunk({}, "stop"), "[DONE]"],
    session: (url) => new OpenAIChatSession({ model, apiKey, baseUrl: `${url}/v1` }),
    async bare(url, onText) {
      const client = new OpenAI({ apiKey, baseURL: `${url}/v1`, maxRetries: 0 });
      const stream = await client.chat.completions.create({ model, messages: PROMPT, stream: true });
      for await (const event of stream) {
        const text = event.choices[0]?.delta.content;
        if (text) onText(text);
      }
    },
  },
  "openai-responses": {
    path: "/v1/responses",
    head: {
      type: "response.created",
      response: { id: "r", object: "response", status: "in_progress", output: [] },
    },
    begin: {
      type: "response.output_item.added",
      output_index: 0,
      item: { id: "msg_1", type: "message", role: "assistant", content: [], status: "in_progress" },
    },
    delta: (delta) => ({
      type: "response.output_text.delta",
      item_id: "msg_1",
      output_index: 0,
      content_index: 0,
      delta,
    }),
    noise: (data) => ({ type: "response.future_event", data }),
    tail: [
      {
        type: "response.completed",
        response: {
          id: "r",
          object: "response",
          status: "completed",
          error: null,
          output: [],
          usage: { input_tokens: 1, output_tokens: 1, total_tokens: 2 },
        },
      },
    ],
    session: (url) => new OpenAIResponsesSession({ model, apiKey, baseUrl: `${url}/v1` }),
    async bare(url, onText) {
      const client = new OpenAI({ apiKey, baseURL: `${url}/v1`, maxRetries: 0 });
      const stream = await client.responses.create({ model, input: PROMPT, stream: true });
      for await (const event of stream) if (event.type === "response.output_text.delta") onText(event.delta);
    },
  },
};

function chunk(delta, finish_reason = null) {
  const choices = [{ index: 0, delta, logprobs: null, finish_reason }];
  return {
    id: "chatcmpl-1",
    object: "chat.completion.chunk",
    created: 1,
    model,
    system_fingerprint: "fp_1",
    choices,
  };
}

/** Reads one answer of ours to its end, and returns the text of the reply. */
export async function readOurs(session, onText) {
  const message = { role: "user", content: [{ type: "text", text: "Hi" }] };
  const answer = session.ask(message, { system: "", tools: [] });
  for (;;) {
    const step = await answer.next();
    if (step.done) return step.value.message.content.map(({ text }) => text).join("");
    if (step.value.type === "text-delta") onText(step.value.text);
  }
}

import { expect, it } from "vitest";
import * as anthropic from "../src/anthropic/anthropic-session.js";
import * as main from "../src/index.js";
import * as models from "../src/models.js";
import * as client from "../src/native-tool-client.js";
import * as chat from "../src/openai-chat/openai-chat-session.js";
import * as responses from "../src/openai-responses/openai-responses-session.js";

it.each([
  ["anthropic", anthropic, ["AnthropicSession"]],
  ["models", models, ["costOf", "costOfReplies", "modelPrices", "providerPresets"]],
  ["native-tool-client", client, ["NativeToolClient"]],
  ["openai-chat", chat, ["OpenAIChatSession"]],
  ["openai-responses", responses, ["OpenAIResponsesSession"]],
])("@genericagent/llm/%s exports these values, the same as the main entry's", (_, part, names) => {
  expect(Object.keys(part).sort()).toEqual(names);
  const all = new Map<string, unknown>(Object.entries(main));
  for (const [name, value] of Object.entries(part)) expect(all.get(name)).toBe(value);
});

import type { Message } from "@genericagent/core-loop";
import { AnthropicSession, OpenAIChatSession, OpenAIResponsesSession, type Session } from "@genericagent/llm";
import type { ModelChoice } from "./choose-model.js";

const SESSIONS = {
  anthropic: AnthropicSession,
  "openai-chat": OpenAIChatSession,
  "openai-responses": OpenAIResponsesSession,
};

/** A session with the chosen model that continues `history`. */
export function createModelSession({ provider, model }: ModelChoice, history: readonly Message[]): Session {
  return new SESSIONS[provider.wire]({
    ...provider.options,
    provider: provider.id,
    model,
    baseUrl: provider.baseUrl,
    history,
    ...(provider.apiKey && { apiKey: provider.apiKey }),
  });
}

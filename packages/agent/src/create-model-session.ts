import {
  AnthropicSession,
  OpenAIChatSession,
  OpenAIResponsesSession,
  type Session,
  type SessionOptions,
} from "@genericagent/llm";
import type { ModelChoice } from "./choose-model.js";

const SESSIONS = {
  anthropic: AnthropicSession,
  "openai-chat": OpenAIChatSession,
  "openai-responses": OpenAIResponsesSession,
};

/** A session with the chosen model that continues `history` and keeps to the policy's budget. */
export function createModelSession(
  { provider, model }: ModelChoice,
  { history, context }: Pick<SessionOptions, "history" | "context">,
): Session {
  return new SESSIONS[provider.wire]({
    ...provider.options,
    provider: provider.id,
    model,
    baseUrl: provider.baseUrl,
    ...(history && { history }),
    ...(context && { context }),
    ...(provider.apiKey && { apiKey: provider.apiKey }),
  });
}

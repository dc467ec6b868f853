import type { Session, SessionOptions } from "@genericagent/llm";
import type { ModelChoice } from "./choose-model.js";

/** Each wire's code is loaded when it is spoken. */
const SESSIONS = {
  anthropic: async () => (await import("@genericagent/llm/anthropic")).AnthropicSession,
  "openai-chat": async () => (await import("@genericagent/llm/openai-chat")).OpenAIChatSession,
  "openai-responses": async () => (await import("@genericagent/llm/openai-responses")).OpenAIResponsesSession,
};

/** Makes a session that continues `history` and keeps to the policy's budget. */
export type CreateModelSession = (parts: Pick<SessionOptions, "history" | "context">) => Session;

/** Loads what it takes to make sessions with the chosen model. */
export async function modelSessions({ provider, model }: ModelChoice): Promise<CreateModelSession> {
  const WireSession = await SESSIONS[provider.wire]();
  return ({ history, context }) =>
    new WireSession({
      ...provider.options,
      provider: provider.id,
      model,
      baseUrl: provider.baseUrl,
      ...(history && { history }),
      ...(context && { context }),
      ...(provider.apiKey && { apiKey: provider.apiKey }),
    });
}

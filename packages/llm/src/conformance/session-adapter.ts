import { textOf, toolCallsOf } from "@genericagent/core-loop";
import { AnthropicSession } from "../anthropic/anthropic-session.js";
import { ModelError } from "../model-error.js";
import { OpenAIChatSession } from "../openai-chat/openai-chat-session.js";
import { OpenAIResponsesSession } from "../openai-responses/openai-responses-session.js";
import type { ConformanceAdapter, Conversation, Outcome } from "./conformance-adapter.js";

const SESSIONS = {
  anthropic: AnthropicSession,
  "openai-chat": OpenAIChatSession,
  "openai-responses": OpenAIResponsesSession,
};

/** The sessions of this package. */
export const sessionAdapter: ConformanceAdapter = {
  name: "@genericagent/llm",
  wires: ["anthropic", "openai-chat", "openai-responses"],
  open({ wire, baseUrl, apiKey, model, history, system, tools }: Conversation) {
    const session = new SESSIONS[wire]({ model, baseUrl, apiKey, history, retryDelayMs: 20 });
    return {
      async ask(content, signal): Promise<Outcome> {
        try {
          const answer = session.ask({ role: "user", content }, { system, tools, signal });
          let step = await answer.next();
          while (!step.done) step = await answer.next();
          const { message, stopReason } = step.value;
          const toolCalls = toolCallsOf(message).filter(({ invalidArgs }) => invalidArgs === undefined);
          return { text: textOf(message), toolCalls, stopReason };
        } catch (error) {
          if (!(error instanceof ModelError)) throw error;
          const { code, message, retryable } = error;
          return { error: { code, message, retryable } };
        }
      },
    };
  },
};

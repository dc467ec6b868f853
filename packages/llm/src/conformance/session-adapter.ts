import {
  type ChatEvent,
  isGenericAgentError,
  type Reply,
  textOf,
  toolCallsOf,
  type UserMessage,
} from "@genericagent/core-loop";
import { AnthropicSession } from "../anthropic/anthropic-session.js";
import { MixinSession } from "../mixin/mixin-session.js";
import { OpenAIChatSession } from "../openai-chat/openai-chat-session.js";
import { OpenAIResponsesSession } from "../openai-responses/openai-responses-session.js";
import type { Session } from "../session.js";
import { ToolClient } from "../tool-client/tool-client.js";
import type { Answered, ConformanceAdapter, Conversation } from "./conformance-adapter.js";

/** The sessions of this package; behind `MixinSession` and under `ToolClient` where a case needs them. */
export const sessionAdapter: ConformanceAdapter = {
  name: "@genericagent/llm",
  wires: ["anthropic", "openai-chat", "openai-responses"],
  offers: ["text-tools", "failover"],
  open(conversation) {
    const session = open(conversation);
    const { system, tools, needs } = conversation;
    const client = needs.includes("text-tools") ? new ToolClient(session) : undefined;
    const ask = (message: UserMessage, signal: AbortSignal) =>
      client
        ? client.chat({ system, tools, message, resetTools: false, signal })
        : session.ask(message, { system, tools, signal });
    return {
      async ask(content, signal) {
        try {
          return await read(ask({ role: "user", content }, signal));
        } catch (error) {
          if (!isGenericAgentError(error)) throw error;
          const { code, message, retryable } = error;
          return { error: { code, message, retryable } };
        }
      },
    };
  },
};

const SESSIONS = {
  anthropic: AnthropicSession,
  "openai-chat": OpenAIChatSession,
  "openai-responses": OpenAIResponsesSession,
};

/** The waits between tries are short: nothing here becomes better by waiting. */
const RETRY_DELAY_MS = 20;

function open({ wire, baseUrl, backupUrl, apiKey, model, history }: Conversation): Session {
  const options = { model, apiKey, history, retryDelayMs: RETRY_DELAY_MS };
  const first = new SESSIONS[wire]({ ...options, baseUrl });
  if (backupUrl === undefined) return first;
  const second = new SESSIONS[wire]({ ...options, baseUrl: backupUrl });
  return new MixinSession([first, second], { baseDelayMs: RETRY_DELAY_MS });
}

/** What is withdrawn was never the answer: it must not be on the screen either. */
async function read(answer: AsyncGenerator<ChatEvent, Reply, void>): Promise<Answered> {
  let shown = "";
  let step = await answer.next();
  for (; !step.done; step = await answer.next()) {
    if (step.value.type === "text-delta") shown += step.value.text;
    if (step.value.type === "void") shown = "";
  }
  const { message, stopReason } = step.value;
  const toolCalls = toolCallsOf(message).filter(({ invalidArgs }) => invalidArgs === undefined);
  return { text: textOf(message), shown, toolCalls, stopReason };
}

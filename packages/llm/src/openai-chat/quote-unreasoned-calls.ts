import {
  type AssistantBlock,
  type AssistantMessage,
  type Message,
  type ToolCall,
  text,
  toolCallsOf,
  type UserBlock,
} from "@genericagent/core-loop";
import { hasText, isReplayable, NO_OUTPUT, sentArgs, sentText } from "../sent-content.js";

/**
 * DeepSeek and Kimi refuse a call without the reasoning that led to it. The calls of another model have none that
 * they would take, and one that is made up harms the answers, so such calls and their results are told as text.
 */
export function quoteUnreasonedCalls(messages: readonly Message[], provider: string): Message[] {
  const quoted = new Set<string>();
  return messages.map((message) => {
    if (message.role === "user") return { ...message, content: message.content.flatMap(quoteResult) };
    if (isReasoned(message, provider)) return message;
    for (const { id } of toolCallsOf(message)) quoted.add(id);
    return { ...message, content: message.content.map(quoteCall) };
  });

  function quoteResult(block: UserBlock): UserBlock[] {
    if (block.type !== "tool-result" || !quoted.has(block.callId)) return [block];
    const images = block.content.filter((part) => part.type === "image");
    return [text(`(${block.name} answered)\n${sentText(block.content) || NO_OUTPUT}`), ...images];
  }
}

const isReasoned = (message: AssistantMessage, provider: string): boolean =>
  toolCallsOf(message).length === 0 ||
  message.content.some(
    (block) =>
      block.type === "thinking" && hasText(block.text) && isReplayable(block, "openai-chat", provider),
  );

const quoteCall = (block: AssistantBlock): AssistantBlock =>
  block.type === "tool-call" ? text(describe(block)) : block;

const describe = (call: ToolCall): string => `(called ${call.name} with ${JSON.stringify(sentArgs(call))})`;

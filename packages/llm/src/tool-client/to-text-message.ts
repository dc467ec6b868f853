import {
  type AssistantBlock,
  type AssistantMessage,
  type Message,
  type ToolCall,
  type ToolContent,
  type ToolResult,
  text,
  type UserBlock,
  type UserMessage,
} from "@genericagent/core-loop";
import { NO_OUTPUT, sentText } from "../sent-content.js";

/** A message without calls and results: both are written as the text a model without tool calls understands. */
export function toTextMessage(message: Message, preamble?: string): Message {
  return message.role === "user" ? toUser(message, preamble) : toAssistant(message);
}

function toUser({ content }: UserMessage, preamble: string | undefined): UserMessage {
  const blocks: UserBlock[] = content.flatMap((block) =>
    block.type === "tool-result" ? toResult(block) : [block],
  );
  return { role: "user", content: preamble ? [text(preamble), ...blocks] : blocks };
}

function toResult({ name, content, isError }: ToolResult): ToolContent[] {
  const said = sentText(content).replaceAll("</tool_result", "<\\/tool_result");
  const images = content.filter((block) => block.type === "image");
  const error = isError ? ' error="true"' : "";
  const inside = said || (images.length > 0 ? "(image below)" : NO_OUTPUT);
  return [text(`<tool_result name="${name}"${error}>\n${inside}\n</tool_result>`), ...images];
}

/** Text, thinking that the session may want back, and calls, each where it stands. */
const toAssistant = ({ content }: AssistantMessage): AssistantMessage => ({
  role: "assistant",
  content: content.map(
    (block): AssistantBlock => (block.type === "tool-call" ? text(toBlock(block)) : block),
  ),
});

const toBlock = ({ name, args, invalidArgs }: ToolCall): string =>
  `<tool_use>\n${invalidArgs ?? JSON.stringify({ name, arguments: args })}\n</tool_use>`;

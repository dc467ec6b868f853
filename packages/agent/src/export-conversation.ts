import type { Message, ToolContent, UserBlock } from "@genericagent/core-loop";
import type { Conversation } from "./conversation.js";

/** Everything of a conversation as JSON, in the words of `@genericagent/core-loop`. */
export const conversationJson = ({ header, history, memory, spent, ended }: Conversation): string =>
  `${JSON.stringify({ session: header, messages: history, memory, replies: spent, ended }, null, 2)}\n`;

/** A conversation to be read: tasks as headings, calls and results folded away. */
export function conversationMarkdown({ header, history }: Conversation): string {
  const head = header ? [`# Session ${header.id}`, `${header.at} · ${header.model} · \`${header.cwd}\``] : [];
  return `${[...head, ...history.flatMap(partsOf)].join("\n\n")}\n`;
}

function partsOf(message: Message): string[] {
  if (message.role === "user") return message.content.flatMap(userPart);
  return message.content.flatMap((block) => {
    if (block.type === "text") return block.text.trim() ? [block.text.trim()] : [];
    if (block.type === "thinking") return [];
    return [folded(`${block.name}`, JSON.stringify(block.args, null, 2), "json")];
  });
}

/** The working memory is for the model; a reader has the turns themselves. */
const WORKING_MEMORY = /<working_memory>[\s\S]*?<\/working_memory>/g;

function userPart(block: UserBlock): string[] {
  if (block.type === "image") return [`*(an image, ${block.mediaType})*`];
  if (block.type === "tool-result")
    return [
      folded(`result of ${block.name}${block.isError ? " (failed)" : ""}`, contentText(block.content), ""),
    ];
  const text = block.text.replace(WORKING_MEMORY, "").trim();
  return text ? [`## ${text.split("\n", 1)[0]}`, ...(text.includes("\n") ? [text] : [])] : [];
}

const contentText = (content: readonly ToolContent[]): string =>
  content.map((block) => (block.type === "text" ? block.text : `(an image, ${block.mediaType})`)).join("\n");

/** A fence longer than any inside. */
function folded(title: string, body: string, language: string): string {
  const longest = Math.max(2, ...[...body.matchAll(/`{3,}/g)].map(([ticks]) => ticks.length));
  const fence = "`".repeat(longest + 1);
  return `<details><summary>${title}</summary>\n\n${fence}${language}\n${body}\n${fence}\n\n</details>`;
}

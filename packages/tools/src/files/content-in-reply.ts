import { type Reply, type ToolCall, textOf, toolCallsOf } from "@genericagent/core-loop";
import { ToolRefusal } from "../tool-refusal.js";

const BLOCK = /<file_content[^>]*>\r?\n?([\s\S]*?)<\/file_content>/g;

/**
 * The content that a call of `file_write` left to its reply's text. Several such calls take the blocks in their
 * order; a single one takes the last block.
 */
export function contentInReply(call: ToolCall, { message }: Reply): string {
  const blocks = [...textOf(message).matchAll(BLOCK)].map((match) => match[1]!);
  const callers = toolCallsOf(message).filter(
    ({ name, args }) => name === call.name && args.content === undefined,
  );
  const index = callers.findIndex(({ id }) => id === call.id);
  const content = callers.length > 1 ? blocks[index] : blocks.at(-1);
  if (content === undefined)
    throw new ToolRefusal(
      "Nothing was written: there is no content. Put it between <file_content> and </file_content> in the reply that calls file_write, or in the argument.",
    );
  return content;
}

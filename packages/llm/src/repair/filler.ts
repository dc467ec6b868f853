import type { Message, TextBlock, ToolCall, ToolContent, ToolResult } from "@genericagent/core-loop";

// What stands in the place of something that a history lacks.

/** The user's words where there are none. */
export const placeholder = (text: string): Message => ({ role: "user", content: [{ type: "text", text }] });

/** The result of a call of which no result is known. */
export const missingResult = ({ id, name }: ToolCall): ToolResult => ({
  type: "tool-result",
  callId: id,
  name,
  content: [
    {
      type: "text",
      text: "Not run, or interrupted before its result was kept. Find out what state it left before you call it again.",
    },
  ],
  isError: true,
});

/** A result that belongs to no call, as the user's words and images. Empty where it says nothing. */
export function quoteResult({ name, content, isError }: ToolResult): ToolContent[] {
  if (content.length === 0) return [];
  const what = isError ? "An error" : "A result";
  const whose = name === "" ? "an earlier tool call" : `an earlier call of the tool ${name}`;
  const heading: TextBlock = { type: "text", text: `[${what} of ${whose}:]` };
  return [heading, ...content];
}

/** Whether two results tell the model the same. */
export const sameContent = (a: ToolResult, b: ToolResult): boolean =>
  a === b ||
  (!a.isError === !b.isError &&
    a.content.length === b.content.length &&
    a.content.every((block, index) => sameBlock(block, b.content[index]!)));

const sameBlock = (a: ToolContent, b: ToolContent): boolean =>
  a.type === "text"
    ? b.type === "text" && a.text === b.text
    : b.type === "image" && a.mediaType === b.mediaType && a.data === b.data;

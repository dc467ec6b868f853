import { type Reply, type ToolCall, textOf, toolCallsOf } from "@genericagent/core-loop";
import { clipLine } from "./clip-line.js";

/** Characters of a one-line summary at most (GenericAgent report, section 2.3.4: about 100). */
export const SUMMARY_CHARS = 100;

/** One line for what a turn did: the reply's `<summary>`, else its first line of text, else its calls. */
export function summarizeTurn(
  reply: Pick<Reply, "message">,
  calls: readonly ToolCall[] = toolCallsOf(reply.message),
): string {
  const said = textOf(reply.message);
  const line = summaryTag(said) ?? firstLine(said) ?? calls.map(describeCall).join("; ");
  return clipLine(line || "answered without text", SUMMARY_CHARS);
}

/** The content of the last whole `<summary>` tag; the last, because models quote the rule before they follow it. */
function summaryTag(text: string): string | undefined {
  const end = text.lastIndexOf("</summary>");
  const start = end < 0 ? -1 : text.lastIndexOf("<summary>", end);
  return start < 0 ? undefined : text.slice(start + "<summary>".length, end).trim() || undefined;
}

const firstLine = (text: string): string | undefined =>
  text
    .replace(/<thinking>[\s\S]*?(<\/thinking>|$)/g, "")
    .split("\n")
    .map((line) => line.trim())
    .find((line) => /[\p{L}\p{N}]/u.test(line) && !line.startsWith("```") && !/^<\/?\w+>$/.test(line));

function describeCall(call: ToolCall): string {
  const args = Object.entries(call.args)
    .filter(([, value]) => value !== undefined && value !== "")
    .map(
      ([name, value]) => `${name}=${clipLine(typeof value === "string" ? value : JSON.stringify(value), 40)}`,
    );
  return `${call.name}(${args.join(", ")})`;
}

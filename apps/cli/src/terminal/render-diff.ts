import type { ToolCall } from "@genericagent/core-loop";
import { structuredPatch } from "diff";
import pc from "picocolors";
import { withoutControls } from "./without-controls.js";

const CONTEXT_LINES = 2;
/** Longer texts are not compared. */
const MAX_CHARS = 200_000;

/** What a `file_patch` or a `file_write` changes, in colour; nothing for other calls. */
export function renderDiff({ name, args }: ToolCall): string[] {
  const { old_content: old = "", new_content: next, content } = args;
  const after = name === "file_patch" ? next : name === "file_write" ? content : undefined;
  if (typeof after !== "string" || typeof old !== "string" || old.length + after.length > MAX_CHARS)
    return [];
  const { hunks } = structuredPatch("", "", ended(old), ended(after), "", "", { context: CONTEXT_LINES });
  return hunks.flatMap(({ lines }) => lines.filter((line) => !line.startsWith("\\")).map(coloured));
}

const ended = (text: string): string => (text === "" || text.endsWith("\n") ? text : `${text}\n`);

function coloured(line: string): string {
  const shown = withoutControls(`${line[0]} ${line.slice(1)}`);
  return line.startsWith("+") ? pc.green(shown) : line.startsWith("-") ? pc.red(shown) : pc.dim(shown);
}

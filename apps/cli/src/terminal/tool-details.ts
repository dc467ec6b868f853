import type { ToolCall, ToolResult } from "@genericagent/core-loop";
import pc from "picocolors";
import { highlightCode } from "./highlight-code.js";
import { renderDiff } from "./render-diff.js";
import { withoutControls } from "./without-controls.js";

const MAX_LINES = 400;

/** A call with its arguments and its whole result. */
export function toolDetails(call: ToolCall, result: ToolResult): string[] {
  const output = result.content
    .map((block) => (block.type === "text" ? block.text : `(${block.mediaType})`))
    .join("\n");
  return [...argumentsOf(call), ...clipped(withoutControls(output)).map((line) => pc.dim(line))].map(
    (line) => `  ${line}`,
  );
}

function argumentsOf(call: ToolCall): string[] {
  const { args, name } = call;
  const code = args.script ?? args.code;
  if (typeof code === "string")
    return clipped(highlightCode(withoutControls(code), String(args.type ?? "python")));
  const diff = renderDiff(call);
  if (diff.length > 0) return diff.slice(0, MAX_LINES);
  return [pc.cyan(`${name} ${withoutControls(JSON.stringify(args))}`)];
}

function clipped(text: string): string[] {
  const lines = text.trimEnd().split("\n");
  const rest = lines.length - MAX_LINES;
  return rest > 0 ? [...lines.slice(0, MAX_LINES), `… ${rest} more lines`] : lines;
}

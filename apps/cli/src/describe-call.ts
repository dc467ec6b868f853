import type { ToolCall, ToolResult } from "@genericagent/core-loop";
import { UNTRUSTED_MARK } from "@genericagent/tools";

const MAX_CHARS = 72;

/** A call in a few words: the tool, and the argument that tells most about it. */
export function describeCall({ name, args }: ToolCall): string {
  if (name === "code_run" && isText(args.skill)) return `skill ${firstLine(args.skill)}`;
  const code = args.script ?? args.code;
  if (typeof code === "string") return `${name} ${args.type ?? ""} ${countLines(code)}`.replace(/ +/g, " ");
  const detail = ["path", "question", "key_info", "skill", "type"].map((key) => args[key]).find(isText);
  return detail ? `${name} ${firstLine(detail)}` : name;
}

/** What came of it: why it failed, or the last line that code printed. */
export function describeResult({ name, content, isError }: ToolResult): string {
  const all = content.flatMap((block) => (block.type === "text" ? block.text.trim().split("\n") : []));
  const lines = all[0] === UNTRUSTED_MARK ? all.slice(1) : all;
  if (isError) return firstLine(lines[0] ?? "");
  return name === "code_run" && lines.length > 1 ? firstLine(lines.at(-1) ?? "") : "";
}

/** `4 ms`, `1.5 s`, `12 s`, `3 min 5 s`. */
export function describeDuration(ms: number): string {
  if (ms < 1000) return `${Math.round(ms)} ms`;
  const seconds = ms / 1000;
  if (seconds < 10) return `${seconds.toFixed(1)} s`;
  if (seconds < 60) return `${Math.round(seconds)} s`;
  return `${Math.floor(seconds / 60)} min ${Math.round(seconds % 60)} s`;
}

/** `14,093`. By hand, because the first `toLocaleString` of a process costs tens of milliseconds. */
export const describeCount = (value: number): string => String(value).replace(/\B(?=(\d{3})+$)/g, ",");

const isText = (value: unknown): value is string => typeof value === "string" && value.trim() !== "";

function countLines(code: string): string {
  const lines = code.trim().split("\n").length;
  return lines === 1 ? firstLine(code) : `(${lines} lines)`;
}

function firstLine(value: string): string {
  const line = value.trim().split("\n", 1)[0] ?? "";
  return line.length > MAX_CHARS ? `${line.slice(0, MAX_CHARS - 1)}…` : line;
}

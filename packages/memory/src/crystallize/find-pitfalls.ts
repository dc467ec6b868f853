import { scriptOf } from "./code-block.js";
import type { Trace, TraceCall } from "./trace.js";

const MAX_PITFALLS = 5;
const MAX_CHARS = 200;

/** What went wrong on the way and how it was got over: one line each, latest last. */
export function findPitfalls({ calls }: Trace): string[] {
  const lines = calls.flatMap((call, index) => {
    if (!call.isError) return [];
    const recovery = calls.slice(index + 1).find((later) => later.tool === call.tool && !later.isError);
    if (!recovery) return [];
    const why = lessonOf(recovery);
    return [clip(`${errorLine(call.output)}${why ? ` → ${why}` : ""}`)];
  });
  return [...new Set(lines)].slice(-MAX_PITFALLS);
}

/** The line that names the error: the last that looks like one, else the last line at all. */
export function errorLine(output: string): string {
  const lines = output
    .split("\n")
    .map((line) => line.trim())
    .filter((line) => line && !/^(exit \d+|\(no output\)|sandbox:)/.test(line));
  const named = lines.filter((line) =>
    /\w*(?:Error|Exception|denied|not found|No such|cannot|failed|invalid)\b/i.test(line),
  );
  return (
    named.find((line) => /^\w*(?:Error|Exception):/.test(line)) ??
    named.at(-1) ??
    lines.at(-1) ??
    "failed without output"
  );
}

/** The model's own line on the turn that mended it. */
function lessonOf(recovery: TraceCall): string {
  const summary = /<summary>([\s\S]*?)<\/summary>/.exec(recovery.said)?.[1]?.replace(/\s+/g, " ").trim();
  if (summary) return summary;
  const comment = /(?:^|\n)\s*(?:#|\/\/)\s*([^\n!]{8,})/.exec(scriptOf(recovery)?.code ?? "")?.[1];
  return comment?.trim() ?? "";
}

const clip = (line: string): string => (line.length > MAX_CHARS ? `${line.slice(0, MAX_CHARS - 1)}…` : line);

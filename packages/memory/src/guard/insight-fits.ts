import type { Rule } from "./judged-file.js";

/** GenericAgent's hard limit for L1. */
export const MAX_INSIGHT_LINES = 30;
/** A pointer is short; what is longer explains. */
export const MAX_POINTER_CHARS = 400;

/** L1 is an index: few lines, pointers only. */
export const insightFits: Rule = ({ layer, after = "", before = "" }) => {
  if (layer !== "L1") return undefined;
  const lines = linesOf(after);
  if (lines.length > MAX_INSIGHT_LINES && lines.length > linesOf(before).length)
    return `the insight may have ${MAX_INSIGHT_LINES} lines and would have ${lines.length}. Put the facts into global_mem.txt or a skill; its pointer is added by itself`;
  const old = new Set(before.split("\n"));
  const long = lines.find((line) => line.length > MAX_POINTER_CHARS && !old.has(line));
  return (
    long &&
    `the line "${long.slice(0, 40)}…" has ${long.length} characters. A pointer names where to look, in at most ${MAX_POINTER_CHARS}`
  );
};

/** Lines, without an empty one at the end. */
export const linesOf = (text: string): string[] =>
  text === "" ? [] : text.replace(/\r?\n$/, "").split(/\r?\n/);

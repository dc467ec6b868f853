import type { Notice } from "@genericagent/core-loop";
import type { RepairChange, RepairCode } from "./repair-change.js";

/** What changes the form alone: nobody misses a word, so nobody is told. */
const OF_FORM = new Set<RepairCode>([
  "content-wrapped",
  "blank-text",
  "empty-message",
  "trailing-space",
  "image-data",
  "merged",
  "results-first",
  "call-id",
]);

/** More kinds of changes than this are counted only. */
const MAX_KINDS = 3;
const MAX_CHANGES = 20;

/** Says in one line what of a conversation the model is not told as it was said; undefined where it is told all. */
export function repairNotice(changes: readonly RepairChange[]): Notice | undefined {
  const kinds = new Map<string, number>();
  const told = changes.filter(({ code }) => !OF_FORM.has(code));
  for (const { what } of told) kinds.set(what, (kinds.get(what) ?? 0) + 1);
  if (told.length === 0) return undefined;
  const shown = [...kinds]
    .slice(0, MAX_KINDS)
    .map(([what, times]) => (times > 1 ? `${what} (${times}×)` : what));
  const more = kinds.size > MAX_KINDS ? [`${kinds.size - MAX_KINDS} more kinds of changes`] : [];
  return {
    type: "notice",
    code: "history-repaired",
    message: `The conversation was mended for this model: ${[...shown, ...more].join("; ")}.`,
    data: { changes: told.slice(0, MAX_CHANGES) },
  };
}

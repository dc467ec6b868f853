import { type Receipt, receiptsFor } from "@genericagent/memory";
import type { JournalEntry } from "../journal-entry.js";

/** Tools whose output shows how things are. */
const SHOWS = new Set(["code_run", "file_read", "web_scan", "web_execute_js"]);
const MAX_RECEIPTS = 3;

/** The latest successful calls whose output shows a telling word of what is to be kept: a figure, a path, a long name. */
export function findProof(entries: readonly JournalEntry[], text: string): Receipt[] {
  const words = tellingWords(text);
  const calls = entries.flatMap((entry) => {
    if (entry.type !== "tool-end" || entry.result.isError || !SHOWS.has(entry.result.name)) return [];
    const output = JSON.stringify(entry.result.content);
    return words.some((word) => output.includes(word)) ? [entry.result.callId] : [];
  });
  return receiptsFor(entries, calls.slice(-MAX_RECEIPTS));
}

const tellingWords = (text: string): string[] => [
  ...new Set(text.match(/[\w./:@-]*\d[\w./:@-]*|[A-Za-z_][\w.-]{5,}|\p{Script=Han}{2,4}/gu) ?? []),
];

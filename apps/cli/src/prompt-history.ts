import { appendFileSync, readFileSync } from "node:fs";

export const HISTORY_LINES = 500;

/** Latest first, as readline wants it. A missing or unreadable history is an empty one. */
export function readHistory(file: string): string[] {
  try {
    return readFileSync(file, "utf8").trimEnd().split("\n").reverse().slice(0, HISTORY_LINES).filter(Boolean);
  } catch {
    return [];
  }
}

export function saveHistory(file: string, entry: string): void {
  try {
    appendFileSync(file, `${entry.replaceAll("\n", " ")}\n`, { mode: 0o600 });
  } catch {
    // A history that cannot be kept must not end a conversation.
  }
}

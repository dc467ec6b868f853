import type { ChangeEntry } from "../journal/change-entry.js";
import { stateAt } from "../journal/content-at.js";
import type { Memory } from "../memory.js";
import { textOfBytes } from "../text-of-bytes.js";

export interface FileDiff {
  path: string;
  kind: "new" | "changed" | "removed";
  /** Number of the first line that differs, from 1. */
  line: number;
  removed: string[];
  added: string[];
}

/** The lines between two states of the memory, file by file; `to` defaults to the latest. */
export async function diffStates(
  memory: Memory,
  from: number,
  to = Number.POSITIVE_INFINITY,
): Promise<FileDiff[]> {
  const entries = await memory.store.journal.entries();
  const [before, after] = [
    await stateAt(entries, from, memory.store.blobs),
    await stateAt(entries, to, memory.store.blobs),
  ];
  const paths = new Set(
    entries.filter(({ n }) => n > from && n <= to).flatMap(({ files }) => files.map(({ path }) => path)),
  );
  return [...paths].sort().flatMap((path) => {
    const [old, now] = [before.at(path), after.at(path)];
    if (old === now || (old instanceof Buffer && now instanceof Buffer && old.equals(now))) return [];
    const kind = old === undefined ? "new" : now === undefined ? "removed" : "changed";
    return [{ path, kind, ...linesBetween(linesIn(old), linesIn(now)) }];
  });
}

function linesIn(content: Buffer | undefined | "lost"): string[] {
  if (content === undefined) return [];
  const text =
    content === "lost" ? "(content not kept)" : (textOfBytes(content) ?? `(${content.length} bytes)`);
  return text.replace(/\r?\n$/, "").split(/\r?\n/);
}

function linesBetween(old: string[], now: string[]): Pick<FileDiff, "line" | "removed" | "added"> {
  let start = 0;
  while (start < Math.min(old.length, now.length) && old[start] === now[start]) start++;
  let end = 0;
  while (end < Math.min(old.length, now.length) - start && old.at(-1 - end) === now.at(-1 - end)) end++;
  return {
    line: start + 1,
    removed: old.slice(start, old.length - end),
    added: now.slice(start, now.length - end),
  };
}

/** The changes of the memory, oldest first. */
export const changesOf = (memory: Memory): Promise<ChangeEntry[]> => memory.store.journal.entries();

import type { Stats } from "node:fs";
import { readFile, rename, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { memoryEntries, versionOfFile } from "./folder/memory-files.js";
import type { MemoryStore } from "./memory-store.js";

/** A file that is not as the journal last knew it. */
export interface OutsideChange {
  path: string;
  /** `link`: no plain file, and so nothing that is read or kept. */
  kind: "new" | "changed" | "removed" | "link";
  /** Of the content now; `null` where the file is gone. */
  version: string | null;
  /** Names that the file has, here and elsewhere: above 1 it can be changed through another one. */
  links: number;
}

/** Versions of files, with the size and times by which they are known again. */
export type Seen = Record<string, [mark: string, version: string]>;

/**
 * Compares the folder with the journal. Files whose size and times are as they were seen are not read again.
 *
 * @param believed what was seen, where the host's own note of it may have been forged
 */
export async function outsideChanges(
  { dir, ownDir, journal }: MemoryStore,
  believed?: Seen,
): Promise<OutsideChange[]> {
  const seenPath = join(ownDir, "seen.json");
  const seen = believed ?? (await readSeen(seenPath));
  const now: Seen = {};
  const changes: OutsideChange[] = [];
  let isStale = false;
  const entries = await memoryEntries(dir);
  const files = entries.filter(({ stats }) => stats.isFile());
  for (const { path, stats } of entries)
    if (!stats.isFile()) changes.push({ path, kind: "link", version: null, links: stats.nlink });
  for (const { path, stats } of files) {
    const mark = markOf(stats);
    const known = seen[path];
    const version =
      known?.[0] === mark ? known[1] : await versionOfFile(join(dir, path)).catch(() => undefined);
    if (version === undefined) continue; // gone or unreadable in this moment
    now[path] = [mark, version];
    isStale ||= known?.[0] !== mark;
    const head = journal.heads.get(path);
    if (head?.version !== version)
      changes.push({ path, kind: head?.version ? "changed" : "new", version, links: stats.nlink });
  }
  for (const [path, { version }] of journal.heads)
    if (version !== null && !Object.hasOwn(now, path))
      changes.push({ path, kind: "removed", version: null, links: 0 });
  if (believed || isStale || Object.keys(seen).length !== files.length) await writeSeen(seenPath, now);
  return changes;
}

export const markOf = ({ ino, size, mtimeMs, ctimeMs }: Stats): string =>
  `${ino}:${size}:${mtimeMs}:${ctimeMs}`;

async function readSeen(path: string): Promise<Seen> {
  try {
    return JSON.parse(await readFile(path, "utf8")) as Seen;
  } catch {
    return {};
  }
}

/** A cache only: without it every file is read. */
async function writeSeen(path: string, seen: Seen): Promise<void> {
  try {
    await writeFile(`${path}.${process.pid}`, JSON.stringify(seen));
    await rename(`${path}.${process.pid}`, path);
  } catch {}
}

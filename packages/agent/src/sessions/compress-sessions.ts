import { stat } from "node:fs/promises";
import { dataHomePaths } from "../find-data-home.js";
import { journalPath } from "../journal.js";
import { lockFile } from "../lock-file.js";
import { compressSession, readSessionText, sessionIdsIn } from "../session-files.js";

const DAY_MS = 86_400_000;
/** A session that rested for so long is seldom gone on with; when it is, it is expanded again. */
export const COMPRESS_AFTER_DAYS = 7;

export interface CompressedSession {
  id: string;
  /** Bytes. */
  before: number;
  /** Bytes; `undefined` in a dry run. */
  after?: number;
}

/** Compresses journals of ended sessions that nobody has open. */
export async function compressSessions(
  dataHome: string,
  {
    olderThanDays = COMPRESS_AFTER_DAYS,
    limit = Number.POSITIVE_INFINITY,
    dryRun = false,
    now = Date.now(),
  } = {},
): Promise<CompressedSession[]> {
  const done: CompressedSession[] = [];
  for (const id of (await sessionIdsIn(dataHomePaths(dataHome).sessions)).reverse()) {
    if (done.length >= limit) break;
    const path = journalPath(dataHome, id);
    const stats = await stat(path).catch(() => undefined);
    if (!stats || now - stats.mtimeMs < olderThanDays * DAY_MS || !(await hasEnded(path))) continue;
    const result = dryRun ? { before: stats.size } : await compressAlone(path);
    if (result) done.push({ id, ...result });
  }
  return done;
}

/** A run that was cut off is left as it is: it may be gone on with at any time. */
async function hasEnded(path: string): Promise<boolean> {
  const text = await readSessionText(path).catch(() => "");
  const last = text.trimEnd().split("\n").at(-1) ?? "";
  return /^\{"type":"run-end".*"reason":"(done|max-turns|no-progress)"/.test(last);
}

async function compressAlone(path: string): Promise<{ before: number; after: number } | undefined> {
  const release = await lockFile(path).catch(() => undefined);
  if (!release) return undefined; // open in another process
  try {
    return await compressSession(path);
  } finally {
    release();
  }
}

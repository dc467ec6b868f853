import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { MemoryError } from "../memory-error.js";
import { LockFile, STALE_MS } from "./lock-file.js";

/** Somebody holds it only while a change is written. */
const MAX_WAIT_MS = 30_000;
const REFRESH_MS = STALE_MS / 5;

/** Asks whether the lock is still ours: a process that was stopped for long has lost it. */
export type Holds = () => boolean;

/**
 * Runs work while no other process changes the folder. A lock whose holder was killed is taken over at once; where
 * that cannot be seen (another machine, another container), after 5 seconds.
 *
 * @throws MemoryError `memory-folder` when the lock cannot be had
 */
export async function withMemoryLock<T>(ownDir: string, work: (holds: Holds) => Promise<T>): Promise<T> {
  const leave = await turnIn(ownDir);
  try {
    const lock = await acquire(ownDir);
    const timer = setInterval(() => orIgnore(() => lock.refresh()), REFRESH_MS).unref();
    try {
      return await work(() => lock.isHeld);
    } finally {
      clearInterval(timer);
      orIgnore(() => lock.release());
    }
  } finally {
    leave();
  }
}

const lastInLine = new Map<string, Promise<void>>();

/** Callers in one process wait for each other in order, so that only one of them asks for the file. */
async function turnIn(ownDir: string): Promise<() => void> {
  const before = lastInLine.get(ownDir);
  let leave = (): void => {};
  const mine = new Promise<void>((resolve) => {
    leave = () => {
      if (lastInLine.get(ownDir) === mine) lastInLine.delete(ownDir);
      resolve();
    };
  });
  lastInLine.set(ownDir, mine);
  if (before) {
    const limit = new AbortController();
    const tooLong = sleep(MAX_WAIT_MS, undefined, { signal: limit.signal }).catch(() => {});
    await Promise.race([before, tooLong]);
    limit.abort();
  }
  return leave;
}

async function acquire(ownDir: string): Promise<LockFile> {
  const dir = join(ownDir, "lock");
  const lock = new LockFile(dir);
  const end = Date.now() + MAX_WAIT_MS;
  try {
    await mkdir(dir, { recursive: true });
    for (let waitMs = 1; !lock.take(); waitMs = Math.min(2 * waitMs, 40)) {
      if (Date.now() > end) throw stillHeld(lock.path);
      await sleep(waitMs * (0.5 + Math.random()));
    }
    return lock;
  } catch (error) {
    throw error instanceof MemoryError ? error : unwritable(ownDir, error);
  }
}

const stillHeld = (path: string): MemoryError =>
  new MemoryError(
    "memory-folder",
    `Cannot change the memory: another process has held ${path} for ${MAX_WAIT_MS / 1000} s. End it, then try again.`,
  );

/** The disk may refuse; a lock that is not refreshed or removed is taken from us in time. */
function orIgnore(step: () => void): void {
  try {
    step();
  } catch {}
}

export const unwritable = (path: string, error: unknown): MemoryError => {
  const { code, message } = error as NodeJS.ErrnoException;
  const why = code === "ENOSPC" || code === "EDQUOT" ? "the disk is full" : message;
  return new MemoryError("memory-folder", `Cannot write ${path}: ${why}. Nothing was changed.`, error);
};

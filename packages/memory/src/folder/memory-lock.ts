import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import lockfile from "proper-lockfile";
import { MemoryError } from "../memory-error.js";

/** A lock whose owner was killed ends after this. */
const STALE_MS = 5000;
/** Somebody holds it only while a change is written. */
const MAX_WAIT_MS = 30_000;

/** Asks whether the lock is still ours: a process that was stopped for long has lost it. */
export type Holds = () => boolean;

/**
 * Runs work while no other process changes the folder.
 *
 * @throws MemoryError `memory-folder` when the lock cannot be had
 */
export async function withMemoryLock<T>(ownDir: string, work: (holds: Holds) => Promise<T>): Promise<T> {
  let isHeld = true;
  const release = await acquire(ownDir, () => {
    isHeld = false;
  });
  try {
    return await work(() => isHeld);
  } finally {
    if (isHeld) await release().catch(() => {});
  }
}

async function acquire(ownDir: string, onCompromised: () => void): Promise<() => Promise<void>> {
  const options = { lockfilePath: join(ownDir, "lock"), realpath: false, stale: STALE_MS, onCompromised };
  const end = Date.now() + MAX_WAIT_MS;
  await mkdir(ownDir, { recursive: true }).catch((error) => {
    throw unwritable(ownDir, error);
  });
  for (let waitMs = 1; ; waitMs = Math.min(2 * waitMs, 40)) {
    try {
      return await lockfile.lock(ownDir, options);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== "ELOCKED") throw unwritable(ownDir, error);
      if (Date.now() > end)
        throw new MemoryError(
          "memory-folder",
          `Cannot change the memory: another process has held ${options.lockfilePath} for ${MAX_WAIT_MS / 1000} s. End it, then try again.`,
          error,
        );
    }
    await new Promise((resolve) => setTimeout(resolve, waitMs * (0.5 + Math.random())));
  }
}

export const unwritable = (path: string, error: unknown): MemoryError => {
  const { code, message } = error as NodeJS.ErrnoException;
  const why = code === "ENOSPC" || code === "EDQUOT" ? "the disk is full" : message;
  return new MemoryError("memory-folder", `Cannot write ${path}: ${why}. Nothing was changed.`, error);
};

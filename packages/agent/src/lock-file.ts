import { readFileSync, rmSync, statSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";
import { AgentError } from "./agent-error.js";
import { createExclusively } from "./create-exclusively.js";

/** Gives the file free for other processes. */
export type Release = () => void;

/** Without hard links a lock is empty for an instant; one that stays so belongs to a process that was killed in it. */
const WRITTEN_WITHIN_MS = 1_000;
const TAKE_OVER_WITHIN_MS = 10_000;

/**
 * Takes a file for this process by another one with its pid beside it, so that two processes never write one
 * conversation or do one task. A lock whose process has ended is taken over.
 *
 * @param what what is locked, for the error
 * @throws AgentError `busy` when a living process holds it; system errors when the folder cannot be written.
 */
export async function lockFile(target: string, what = "session"): Promise<Release> {
  const path = `${target}.lock`;
  if (await takeLock(path)) return () => releaseLock(path);
  throw inUse(path, holderOf(path), what);
}

/** Makes `path` itself the lock of this process; `false` where a living one holds it. */
export async function takeLock(path: string): Promise<boolean> {
  const until = performance.now() + TAKE_OVER_WITHIN_MS;
  do {
    if (await createExclusively(path, String(process.pid))) return true;
    if (isAlive(holderOf(path))) return false;
    await removeAbandoned(path);
  } while (performance.now() < until);
  return false;
}

/**
 * Under a lock of its own, so that of two who found the same dead holder none removes the lock that the other has
 * taken since. Whoever is killed in here leaves a lock that is taken over in the same way.
 */
async function removeAbandoned(path: string): Promise<void> {
  const over = `${path}.over`;
  if (isBeingWritten(path) || !(await takeLock(over))) return sleep(5);
  try {
    if (isAbandoned(path)) rmSync(path, { force: true });
  } finally {
    releaseLock(over);
  }
}

/** A lock that is gone is not abandoned: whoever makes it anew in this instant must keep it. */
function isAbandoned(path: string): boolean {
  try {
    return !isBeingWritten(path) && !isAlive(Number(readFileSync(path, "utf8")));
  } catch {
    return false;
  }
}

function isBeingWritten(path: string): boolean {
  const stats = statSync(path, { throwIfNoEntry: false });
  return stats?.size === 0 && Date.now() - stats.mtimeMs < WRITTEN_WITHIN_MS;
}

/** Only what is ours: a lock that someone deleted by hand may be another's by now. */
function releaseLock(path: string): void {
  if (holderOf(path) === process.pid) rmSync(path, { force: true });
}

/** 0 where there is no lock, or no pid in it. */
export function holderOf(path: string): number {
  try {
    return Number(readFileSync(path, "utf8"));
  } catch {
    return 0; // it was released meanwhile
  }
}

export function isAlive(pid: number): boolean {
  if (!Number.isInteger(pid) || pid <= 0) return false;
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === "EPERM";
  }
}

const inUse = (path: string, holder: number, what: string): AgentError =>
  new AgentError(
    "busy",
    `This ${what} is open in another process (pid ${holder}). End it first; if it is no ga, delete ${path}.`,
  );

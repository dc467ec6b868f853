import { readFileSync, rmSync, statSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";
import { ReflectError } from "../reflect-error.js";
import { createExclusively } from "./create-exclusively.js";
import { identityOf, isAlive, type ProcessIdentity } from "./process-identity.js";

/** Gives the place free again. */
export type Release = () => void;

/** Without hard links a lock is empty for an instant; one that stays so belongs to a process that was killed in it. */
const WRITTEN_WITHIN_MS = 1_000;
const TAKE_OVER_WITHIN_MS = 10_000;

/**
 * Makes this process the one host of a place, by a file that names it. The lock of a process that has ended is taken
 * over. It keeps hosts out of each other's way; that no task runs twice is the receipts' doing.
 *
 * @throws ReflectError `host-running` when a living process is the host.
 */
export async function lockHost(path: string): Promise<Release> {
  const self = JSON.stringify(identityOf(process.pid));
  if (await takeLock(path, self)) return () => release(path, self);
  throw running(path, parse(contentOf(path)));
}

/** `false` where a living process holds it. */
async function takeLock(path: string, self: string): Promise<boolean> {
  const until = performance.now() + TAKE_OVER_WITHIN_MS;
  do {
    if (await createExclusively(path, self)) return true;
    if (hostOf(path)) return false;
    await removeAbandoned(path, self);
  } while (performance.now() < until);
  return false;
}

/**
 * Under a lock of its own, so that of two who found the same dead holder none removes the lock that the other has
 * taken since. Whoever is killed in here leaves a lock that is taken over in the same way.
 */
async function removeAbandoned(path: string, self: string): Promise<void> {
  const over = `${path}.over`;
  if (isBeingWritten(path) || !(await takeLock(over, self))) return sleep(5);
  try {
    if (isAbandoned(path)) rmSync(path, { force: true });
  } finally {
    release(over, self);
  }
}

/** A lock that is gone is not abandoned: whoever makes it anew in this instant must keep it. */
function isAbandoned(path: string): boolean {
  if (isBeingWritten(path)) return false;
  const found = contentOf(path);
  if (found === undefined) return false;
  const holder = parse(found);
  return !holder || !isAlive(holder);
}

function isBeingWritten(path: string): boolean {
  const stats = statSync(path, { throwIfNoEntry: false });
  return stats?.size === 0 && Date.now() - stats.mtimeMs < WRITTEN_WITHIN_MS;
}

function release(path: string, self: string): void {
  if (contentOf(path) === self) rmSync(path, { force: true });
}

/** The living host of a place, if there is one. */
export function hostOf(path: string): ProcessIdentity | undefined {
  const holder = parse(contentOf(path));
  return holder && isAlive(holder) ? holder : undefined;
}

function contentOf(path: string): string | undefined {
  try {
    return readFileSync(path, "utf8");
  } catch {
    return undefined; // released meanwhile
  }
}

function parse(content: string | undefined): ProcessIdentity | undefined {
  try {
    return JSON.parse(content ?? "") as ProcessIdentity;
  } catch {
    return undefined;
  }
}

const running = (path: string, holder: ProcessIdentity | undefined): ReflectError =>
  new ReflectError(
    "host-running",
    `Another host (pid ${holder?.pid ?? "unknown"}) works here. End it first; if it is no host, delete ${path}.`,
  );

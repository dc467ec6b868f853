import { readFileSync, rmSync } from "node:fs";
import { ReflectError } from "../reflect-error.js";
import { createExclusively } from "./create-exclusively.js";
import { identityOf, isAlive, type ProcessIdentity } from "./process-identity.js";

/** Gives the place free again. */
export type Release = () => void;

/**
 * Makes this process the one host of a place, by a file that names it. The lock of a process that has ended is taken
 * over. It keeps hosts out of each other's way; that no task runs twice is the receipts' doing.
 *
 * @throws ReflectError `host-running` when a living process is the host.
 */
export async function lockHost(path: string): Promise<Release> {
  const self = JSON.stringify(identityOf(process.pid));
  for (let attempt = 0; attempt < 3; attempt++) {
    if (await createExclusively(path, self)) return () => release(path, self);
    const found = contentOf(path);
    const holder = parse(found);
    if (holder && isAlive(holder)) throw running(path, holder);
    // Only the lock that was seen: another process may have taken over meanwhile.
    if (found !== undefined && contentOf(path) === found) rmSync(path, { force: true });
  }
  throw running(path, parse(contentOf(path)));
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

import { readFileSync, rmSync } from "node:fs";
import { open } from "node:fs/promises";
import { AgentError } from "./agent-error.js";

/** Gives the file free for other processes. */
export type Release = () => void;

/**
 * Takes a file for this process by another one with its pid beside it, so that two processes never write one
 * conversation or do one task. A lock whose process has ended is taken over.
 *
 * @param what what is locked, for the error
 * @throws AgentError `busy` when a living process holds it; system errors when the folder cannot be written.
 */
export async function lockFile(target: string, what = "session"): Promise<Release> {
  const path = `${target}.lock`;
  for (let attempt = 0; ; attempt++) {
    try {
      const file = await open(path, "wx", 0o600);
      await file.writeFile(String(process.pid));
      await file.close();
      return () => rmSync(path, { force: true });
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error;
      const holder = holderOf(path);
      if (attempt > 0 || isAlive(holder)) throw inUse(path, holder, what);
      rmSync(path, { force: true });
    }
  }
}

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

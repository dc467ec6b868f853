import { readFileSync, rmSync } from "node:fs";
import { open } from "node:fs/promises";
import { AgentError } from "./agent-error.js";

/** Gives the session free for other processes. */
export type Release = () => void;

/**
 * Takes a session for this process by a file with its pid beside the journal, so that two processes never write one
 * conversation. A lock whose process has ended is taken over.
 *
 * @throws AgentError `busy` when a living process holds it; system errors when the folder cannot be written.
 */
export async function lockSession(journalPath: string): Promise<Release> {
  const path = `${journalPath}.lock`;
  for (let attempt = 0; ; attempt++) {
    try {
      const file = await open(path, "wx", 0o600);
      await file.writeFile(String(process.pid));
      await file.close();
      return () => rmSync(path, { force: true });
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error;
      const holder = holderOf(path);
      if (attempt > 0 || isAlive(holder)) throw inUse(path, holder);
      rmSync(path, { force: true });
    }
  }
}

function holderOf(path: string): number {
  try {
    return Number(readFileSync(path, "utf8"));
  } catch {
    return 0; // it was released meanwhile
  }
}

function isAlive(pid: number): boolean {
  if (!Number.isInteger(pid) || pid <= 0) return false;
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === "EPERM";
  }
}

const inUse = (path: string, holder: number): AgentError =>
  new AgentError(
    "busy",
    `This session is open in another process (pid ${holder}). End it first; if it is no ga, delete ${path}.`,
  );

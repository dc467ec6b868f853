import { randomUUID } from "node:crypto";
import { readFileSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";
import { fromProc, type ProcessInfo, pidsOfProc } from "./process-table.js";

/**
 * A word that all descendants of one command have in their environment and nobody else has. It finds those that
 * left the process group (Linux; not one that cleared its environment as well).
 */
export const MARK_VARIABLE = "GENERICAGENT_CALL";

export const newMark = (): string => randomUUID();

/** Living processes with this mark. `after` is a pid: only younger ones, as far as pids tell. */
export function markedProcesses(mark: string, after = 0): ProcessInfo[] {
  if (process.platform !== "linux") return [];
  return pidsOfProc()
    .filter((pid) => pid > after && pid !== process.pid && hasMark(pid, mark))
    .flatMap((pid) => fromProc(pid) ?? []);
}

function hasMark(pid: number, mark: string): boolean {
  try {
    return readFileSync(`/proc/${pid}/environ`, "latin1").includes(`${MARK_VARIABLE}=${mark}`);
  } catch {
    return false; // it ended meanwhile, or belongs to another user
  }
}

const MAX_ROUNDS = 100;

/** Ends what carries the mark; a process that starts others meanwhile is met again. */
export async function killMarked(mark: string): Promise<void> {
  for (let round = 0; round < MAX_ROUNDS && killMarkedNow(mark); round++) await sleep(10);
}

/** At once; whether there was any. */
export function killMarkedNow(mark: string): boolean {
  const marked = markedProcesses(mark);
  for (const { pid } of marked)
    try {
      process.kill(pid, "SIGKILL");
    } catch {} // it ended meanwhile
  return marked.length > 0;
}

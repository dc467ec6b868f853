import { setTimeout as sleep } from "node:timers/promises";
import { type ProcessInfo, processTable } from "./process-table.js";

const GRACE_MS = 1_000;

/** SIGTERM, and SIGKILL for what is still there after a second. Returns what has ended. */
export async function endProcesses<T extends ProcessInfo>(processes: readonly T[]): Promise<T[]> {
  let left = [...processes];
  for (const signal of ["SIGTERM", "SIGKILL"] as const) {
    for (const { pid } of await stillThere(left)) send(pid, signal);
    const deadline = performance.now() + GRACE_MS;
    do {
      await sleep(10);
      left = await stillThere(left);
    } while (left.length > 0 && performance.now() < deadline);
  }
  return processes.filter((process) => !left.includes(process));
}

/** The same processes, not later ones that were given their pids. */
async function stillThere<T extends ProcessInfo>(processes: readonly T[]): Promise<T[]> {
  if (processes.length === 0) return [];
  const table = await processTable();
  const starts = new Map(table.map(({ pid, started }) => [pid, started]));
  return processes.filter(({ pid, started }) => starts.get(pid) === started);
}

function send(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal);
  } catch {} // it ended meanwhile, or is not ours
}

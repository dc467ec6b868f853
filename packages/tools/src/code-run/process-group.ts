import { spawn } from "node:child_process";
import { setTimeout as sleep } from "node:timers/promises";
import { type ProcessInfo, processTable } from "./process-table.js";

const isWindows = process.platform === "win32";

/** Ends every process of a group: SIGTERM, and SIGKILL for those that are still there after `graceMs`. */
export async function killGroup(pgid: number, graceMs = 1_000): Promise<void> {
  if (isWindows) return killTree(pgid);
  signalGroup(pgid, "SIGTERM");
  if (await hasEnded(pgid, graceMs)) return;
  signalGroup(pgid, "SIGKILL");
  await hasEnded(pgid, graceMs);
}

async function hasEnded(pgid: number, withinMs: number): Promise<boolean> {
  const deadline = performance.now() + withinMs;
  while (performance.now() < deadline) {
    if ((await groupMembers(pgid)).length === 0) return true;
    await sleep(10);
  }
  return false;
}

/** At once and without waiting, for a process that is about to exit. */
export function killGroupNow(pgid: number): void {
  if (isWindows) void killTree(pgid);
  else signalGroup(pgid, "SIGKILL");
}

/** The living processes of a group. Empty on Windows, which has none. */
export async function groupMembers(pgid: number): Promise<ProcessInfo[]> {
  if (isWindows || !signalGroup(pgid, 0)) return [];
  return (await processTable()).filter(({ group }) => group === pgid);
}

function signalGroup(pgid: number, signal: NodeJS.Signals | 0): boolean {
  try {
    return process.kill(-pgid, signal);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === "EPERM";
  }
}

const killTree = (pid: number): Promise<void> =>
  new Promise((resolve) => {
    const taskkill = spawn("taskkill", ["/pid", String(pid), "/T", "/F"], {
      stdio: "ignore",
      windowsHide: true,
    });
    taskkill.once("error", () => resolve()).once("close", () => resolve());
  });

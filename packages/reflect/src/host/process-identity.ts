import { readFileSync } from "node:fs";

/** A process, so that another one with the same pid is not taken for it where the system can tell them apart. */
export interface ProcessIdentity {
  pid: number;
  /** Linux: the start time in ticks since boot, from `/proc`. */
  started?: string;
}

export function identityOf(pid: number): ProcessIdentity {
  const started = startOf(pid);
  return { pid, ...(started !== undefined && { started }) };
}

export function isAlive({ pid, started }: ProcessIdentity): boolean {
  if (!Number.isInteger(pid) || pid <= 0) return false;
  try {
    process.kill(pid, 0);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "EPERM") return false;
  }
  return started === undefined || (startOf(pid) ?? started) === started;
}

/** Field 22 of the process's `stat`; its name, field 2, may hold spaces and brackets. */
function startOf(pid: number): string | undefined {
  if (process.platform !== "linux") return undefined;
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
    return stat.slice(stat.lastIndexOf(")") + 2).split(" ")[19];
  } catch {
    return undefined;
  }
}

import { readFileSync } from "node:fs";
import { markedProcesses } from "./call-mark.js";
import { openPorts } from "./open-ports.js";
import { groupMembers } from "./process-group.js";
import type { ProcessInfo } from "./process-table.js";

export interface LeftProcess extends ProcessInfo {
  /** TCP ports on which it listens. */
  ports: number[];
}

export interface EndedCommand {
  group: number;
  mark: string | undefined;
  durationMs: number;
}

/** What a command has left running: members of its group, and what left the group but carries its mark. */
export async function leftProcesses({ group, mark, durationMs }: EndedCommand): Promise<LeftProcess[]> {
  const members = await groupMembers(group);
  const marked = mark ? markedProcesses(mark, canHaveWrapped(group, durationMs) ? 0 : group) : [];
  return withPorts([...members, ...marked]);
}

/** Each process once, with its ports. */
export async function withPorts(processes: readonly ProcessInfo[]): Promise<LeftProcess[]> {
  const single = [...new Map(processes.map((process) => [process.pid, process])).values()];
  const ports = await openPorts(single.map(({ pid }) => pid));
  return single.map((process) => ({ ...process, ports: ports.get(process.pid) ?? [] }));
}

/** In less time no machine starts so many processes that their pids begin anew and pass this one. */
const SHORT_MS = 1_000;

/** Whether descendants may have smaller pids: looking at the younger ones only is much faster. */
function canHaveWrapped(pid: number, durationMs: number): boolean {
  if (durationMs > SHORT_MS || process.platform !== "linux") return true;
  try {
    return Number(readFileSync("/proc/loadavg", "utf8").trim().split(" ").at(-1)) < pid;
  } catch {
    return true;
  }
}

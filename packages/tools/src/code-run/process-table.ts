import { execFile } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";

export interface ProcessInfo {
  pid: number;
  parent: number;
  group: number;
  /** When it started, in the system's own words: together with the pid it means this process and no later one. */
  started: string;
  /** The command line, shortened. */
  command: string;
}

const COMMAND_CHARS = 80;

/** The living processes of this machine; empty on Windows, where nobody asks. */
export async function processTable(): Promise<ProcessInfo[]> {
  if (process.platform === "linux") return pidsOfProc().flatMap((pid) => fromProc(pid) ?? []);
  return process.platform === "win32" ? [] : fromPs();
}

export const pidsOfProc = (): number[] =>
  readdirSync("/proc")
    .map(Number)
    .filter((pid) => pid > 0);

/** The name in `stat` may hold anything; of the fields after it, 0 is the state, 1 the parent, 2 the group, 19 the start. */
export function fromProc(pid: number): ProcessInfo | undefined {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
    const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
    if (fields[0] === "Z" || fields[0] === "X") return undefined;
    const command = shorten(readFileSync(`/proc/${pid}/cmdline`, "utf8").replaceAll("\0", " "));
    return { pid, parent: Number(fields[1]), group: Number(fields[2]), started: fields[19]!, command };
  } catch {
    return undefined; // it ended meanwhile
  }
}

const LINE = /^\s*(\d+)\s+(\d+)\s+(\d+)\s+(\S+)\s+(\S+\s+\S+\s+\S+\s+\S+\s+\S+)\s+(.*)$/;

const fromPs = (): Promise<ProcessInfo[]> =>
  new Promise((resolve) => {
    const args = ["-A", "-o", "pid=,ppid=,pgid=,stat=,lstart=,command="];
    execFile("ps", args, { env: { ...process.env, LC_ALL: "C" } }, (_error, stdout) => {
      const lines = stdout.split("\n").map((line) => LINE.exec(line) ?? []);
      const alive = lines.filter(([, pid, , , state]) => pid && !state!.startsWith("Z"));
      resolve(
        alive.map(([, pid, parent, group, , started, command]) => ({
          ...{ pid: Number(pid), parent: Number(parent), group: Number(group) },
          ...{ started: started!, command: shorten(command!) },
        })),
      );
    });
  });

const shorten = (command: string): string => {
  const line = command.trim().replace(/\s+/g, " ");
  return line.length > COMMAND_CHARS ? `${line.slice(0, COMMAND_CHARS - 1)}…` : line;
};

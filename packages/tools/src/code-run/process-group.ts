import { execFile, spawn } from "node:child_process";
import { readdir, readFile } from "node:fs/promises";
import { setTimeout as sleep } from "node:timers/promises";

export interface GroupMember {
  pid: number;
  /** The command line, shortened. */
  command: string;
}

const COMMAND_CHARS = 80;
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
export async function groupMembers(pgid: number): Promise<GroupMember[]> {
  if (isWindows || !groupExists(pgid)) return [];
  return process.platform === "linux" ? membersFromProc(pgid) : membersFromPs(pgid);
}

const groupExists = (pgid: number): boolean => signalGroup(pgid, 0);

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

async function membersFromProc(pgid: number): Promise<GroupMember[]> {
  const pids = (await readdir("/proc")).filter((name) => /^\d+$/.test(name));
  const members = await Promise.all(pids.map((pid) => memberFromProc(Number(pid), pgid)));
  return members.filter((member) => member !== undefined);
}

/** The fields after the name in `stat` are state, parent and group; the name itself may hold anything. */
async function memberFromProc(pid: number, pgid: number): Promise<GroupMember | undefined> {
  try {
    const stat = await readFile(`/proc/${pid}/stat`, "utf8");
    const [state, , group] = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
    if (Number(group) !== pgid || state === "Z" || state === "X") return undefined;
    const command = (await readFile(`/proc/${pid}/cmdline`, "utf8")).replaceAll("\0", " ");
    return { pid, command: shorten(command) };
  } catch {
    return undefined; // it ended meanwhile
  }
}

const membersFromPs = (pgid: number): Promise<GroupMember[]> =>
  new Promise((resolve) => {
    execFile("ps", ["-A", "-o", "pid=,pgid=,stat=,command="], (_error, stdout) => {
      const lines = stdout.split("\n").map((line) => /^\s*(\d+)\s+(\d+)\s+(\S+)\s+(.*)$/.exec(line));
      const alive = lines.filter((line) => line && Number(line[2]) === pgid && !line[3]!.startsWith("Z"));
      resolve(alive.map((line) => ({ pid: Number(line![1]), command: shorten(line![4]!) })));
    });
  });

const shorten = (command: string): string => {
  const line = command.trim().replace(/\s+/g, " ");
  return line.length > COMMAND_CHARS ? `${line.slice(0, COMMAND_CHARS - 1)}…` : line;
};

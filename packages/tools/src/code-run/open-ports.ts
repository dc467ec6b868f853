import { execFile } from "node:child_process";
import { readdirSync, readFileSync, readlinkSync } from "node:fs";

/** TCP ports on which processes listen, for each that does. */
export async function openPorts(pids: readonly number[]): Promise<Map<number, number[]>> {
  if (pids.length === 0) return new Map();
  return process.platform === "linux" ? fromProc(pids) : fromLsof(pids);
}

function fromProc(pids: readonly number[]): Map<number, number[]> {
  const ports = new Map<number, number[]>();
  for (const pid of pids) {
    const sockets = new Set(socketsOf(pid));
    const own = listeners(pid).filter(({ inode }) => sockets.has(inode));
    if (own.length > 0) ports.set(pid, [...new Set(own.map(({ port }) => port))]);
  }
  return ports;
}

function socketsOf(pid: number): string[] {
  try {
    return readdirSync(`/proc/${pid}/fd`).flatMap(
      (fd) => /^socket:\[(\d+)\]$/.exec(linkOf(`/proc/${pid}/fd/${fd}`))?.[1] ?? [],
    );
  } catch {
    return []; // it ended, or belongs to another user
  }
}

const linkOf = (path: string): string => {
  try {
    return readlinkSync(path);
  } catch {
    return "";
  }
};

const LISTEN = "0A";

/** Of its own network namespace. Field 1 is the local address in hexadecimal, 3 the state, 9 the inode. */
function listeners(pid: number): { port: number; inode: string }[] {
  return ["tcp", "tcp6"].flatMap((table) => {
    try {
      const lines = readFileSync(`/proc/${pid}/net/${table}`, "utf8").trim().split("\n").slice(1);
      const fields = lines.map((line) => line.trim().split(/\s+/));
      return fields
        .filter((field) => field[3] === LISTEN)
        .map((field) => ({ port: Number.parseInt(field[1]!.split(":")[1]!, 16), inode: field[9]! }));
    } catch {
      return [];
    }
  });
}

/** Lines `p<pid>` and then `n<address>:<port>` for each of its sockets; nothing where there is no lsof. */
const fromLsof = (pids: readonly number[]): Promise<Map<number, number[]>> =>
  new Promise((resolve) => {
    const args = ["-nP", "-a", "-iTCP", "-sTCP:LISTEN", "-p", pids.join(","), "-Fpn"];
    execFile("lsof", args, (_error, stdout) => {
      const ports = new Map<number, number[]>();
      let pid = 0;
      for (const line of stdout.split("\n")) {
        if (line.startsWith("p")) pid = Number(line.slice(1));
        const port = Number(/^n.*:(\d+)$/.exec(line)?.[1]);
        if (port) ports.set(pid, [...new Set([...(ports.get(pid) ?? []), port])]);
      }
      resolve(ports);
    });
  });

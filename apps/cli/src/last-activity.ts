import { execFile } from "node:child_process";
import { readdir, stat } from "node:fs/promises";
import { join } from "node:path";
import { dataHomePaths } from "@genericagent/agent";

/**
 * When the user was last seen: the newest session that no host started, or, where the system says it cheaply, the last
 * key or move of the mouse.
 */
export async function lastActivity(dataHome: string, ownSessions: ReadonlySet<string>): Promise<number> {
  const [session, machine] = await Promise.all([lastSession(dataHome, ownSessions), machineActivity()]);
  return Math.max(session, machine);
}

async function lastSession(dataHome: string, own: ReadonlySet<string>): Promise<number> {
  const { sessions } = dataHomePaths(dataHome);
  const files = (await readdir(sessions).catch(() => [])).filter((name) => name.endsWith(".jsonl"));
  const foreign = files.filter((name) => !own.has(name.slice(0, -".jsonl".length)));
  const times = await Promise.all(foreign.map((name) => stat(join(sessions, name)).catch(() => undefined)));
  return Math.max(0, ...times.map((found) => Math.floor(found?.mtimeMs ?? 0)));
}

/** 0 where the system does not say. */
async function machineActivity(): Promise<number> {
  const idleMs = process.platform === "darwin" ? await idleOnMac() : await idleOnX11();
  return idleMs === undefined ? 0 : Date.now() - idleMs;
}

async function idleOnMac(): Promise<number | undefined> {
  const found = /"HIDIdleTime" = (\d+)/.exec(await output("ioreg", ["-c", "IOHIDSystem", "-d", "4"]));
  return found ? Number(found[1]) / 1e6 : undefined;
}

async function idleOnX11(): Promise<number | undefined> {
  if (!process.env.DISPLAY) return undefined;
  const idle = (await output("xprintidle", [])).trim();
  return /^\d+$/.test(idle) ? Number(idle) : undefined;
}

/** Empty when there is no such program. */
const output = (program: string, args: string[]): Promise<string> =>
  new Promise((resolve) => {
    execFile(program, args, { timeout: 5_000 }, (error, stdout) => resolve(error ? "" : stdout));
  });

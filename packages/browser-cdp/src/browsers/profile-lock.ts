import { readlink } from "node:fs/promises";
import { hostname } from "node:os";
import { join } from "node:path";

/**
 * The process that has a profile open, as Chromium writes it down on Linux and macOS: a link that names host and
 * pid. Undefined when nobody has it, also when the process died without taking its mark away.
 */
export async function profileOwner(userDataDir: string): Promise<{ host: string; pid: number } | undefined> {
  const mark = await readlink(join(userDataDir, "SingletonLock")).catch(() => "");
  const [, host, pid] = /^(.*)-(\d+)$/.exec(mark) ?? [];
  if (host === undefined || pid === undefined) return undefined;
  const owner = { host, pid: Number(pid) };
  return host === hostname() && !isAlive(owner.pid) ? undefined : owner;
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === "EPERM";
  }
}

import { readdir, rm, stat } from "node:fs/promises";
import { basename, join } from "node:path";

/** The name of a file that is being written, by this process. */
export const temporaryName = (random: string): string => `.ga-${process.pid}-${random}.tmp`;

const TEMPORARY = /^\.ga-(\d+)-[0-9a-f]+\.tmp$/;
export const isTemporary = (path: string): boolean => TEMPORARY.test(basename(path));

/** A living writer touches its file more often; a process in another container may not be visible here. */
const MIN_AGE_MS = 60_000;

/** Folders already swept by this process. */
const swept = new Set<string>();

/** Removes, once for each folder, what processes left there that were killed while they wrote. */
export async function sweepLeftovers(folder: string, now = Date.now()): Promise<void> {
  if (swept.has(folder)) return;
  swept.add(folder);
  for (const name of await readdir(folder).catch(() => [])) {
    const pid = Number(TEMPORARY.exec(name)?.[1]);
    if (!pid || isAlive(pid)) continue;
    const path = join(folder, name);
    const stats = await stat(path).catch(() => undefined);
    if (stats && now - stats.mtimeMs > MIN_AGE_MS) await rm(path, { force: true }).catch(() => {});
  }
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === "EPERM";
  }
}

import { randomBytes } from "node:crypto";
import { constants, type Stats } from "node:fs";
import { access, type FileHandle, mkdir, open, readlink, realpath, rename, rm, stat } from "node:fs/promises";
import { dirname, join, resolve } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";

const isWindows = process.platform === "win32";

/**
 * Replaces a file's content so that a reader, a crash or a `kill -9` at any point finds the old content or the
 * new, never a part. Symbolic links are followed; mode and, where the system permits it, owner are kept; missing
 * folders are made.
 *
 * @param parts written one after another, so that a large file need not be joined in memory
 */
export async function writeFileAtomically(path: string, parts: readonly (Buffer | string)[]): Promise<void> {
  const target = await realTarget(path);
  const old = await stat(target).catch(() => undefined);
  if (old) await access(target, constants.W_OK); // a rename would not ask
  await mkdir(dirname(target), { recursive: true });
  const temporary = join(dirname(target), `.ga-${process.pid}-${randomBytes(6).toString("hex")}.tmp`);
  try {
    const file = await open(temporary, "wx", 0o666);
    try {
      for (const part of parts) await file.writeFile(part);
      if (old) await keepOwnership(file, old);
      await file.sync();
    } finally {
      await file.close();
    }
    await replace(temporary, target);
  } catch (error) {
    await rm(temporary, { force: true }).catch(() => {});
    throw error;
  }
  await syncFolder(dirname(target));
}

/** The file behind symbolic links, also where the last link points to nothing yet. */
async function realTarget(path: string): Promise<string> {
  try {
    return await realpath(path);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "ENOENT") throw error;
    const link = await readlink(path).catch(() => undefined);
    return link === undefined ? path : realTarget(resolve(dirname(path), link));
  }
}

async function keepOwnership(file: FileHandle, old: Stats): Promise<void> {
  if (isWindows) return;
  const { uid, gid } = await file.stat();
  if (uid !== old.uid || gid !== old.gid) await file.chown(old.uid, old.gid).catch(() => {});
  await file.chmod(old.mode & 0o7777);
}

/** On Windows a scanner or an indexer may hold the target for a moment. */
async function replace(temporary: string, target: string): Promise<void> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await rename(temporary, target);
    } catch (error) {
      const { code = "" } = error as NodeJS.ErrnoException;
      if (!isWindows || attempt > 10 || !["EPERM", "EACCES", "EBUSY"].includes(code)) throw error;
      await sleep(10 * attempt);
    }
  }
}

/** Makes the rename itself last through a power cut, where the system can do that. */
async function syncFolder(folder: string): Promise<void> {
  if (isWindows) return;
  const handle = await open(folder, "r").catch(() => undefined);
  await handle?.sync().catch(() => {});
  await handle?.close();
}

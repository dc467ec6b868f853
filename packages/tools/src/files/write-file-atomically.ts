import { randomBytes } from "node:crypto";
import { constants, type Stats } from "node:fs";
import { access, type FileHandle, mkdir, open, rename, rm, stat } from "node:fs/promises";
import { dirname, join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { type FileVersion, versionOf } from "./file-version.js";
import { realPathOf } from "./is-inside.js";
import { sweepLeftovers, temporaryName } from "./sweep-leftovers.js";

const isWindows = process.platform === "win32";

/**
 * Replaces a file's content so that a reader, a crash or a `kill -9` at any point finds the old content or the
 * new, never a part. Symbolic links are followed; mode and, where the system permits it, owner are kept; missing
 * folders are made; what a killed writer left in the folder is removed.
 *
 * @param parts written one after another, so that a large file need not be joined in memory
 * @param beforeReplace called when the new content is ready; a throw leaves the old one
 */
export async function writeFileAtomically(
  path: string,
  parts: readonly (Buffer | string)[],
  beforeReplace?: () => Promise<void>,
): Promise<FileVersion> {
  const target = await realPathOf(path);
  const folder = dirname(target);
  const old = await stat(target).catch(() => undefined);
  if (old) await access(target, constants.W_OK); // a rename would not ask
  await makeFolder(folder);
  await sweepLeftovers(folder);
  const temporary = join(folder, temporaryName(randomBytes(6).toString("hex")));
  try {
    const version = await write(temporary, parts, old);
    await beforeReplace?.();
    await replace(temporary, target);
    await syncFolder(folder);
    return version;
  } catch (error) {
    await rm(temporary, { force: true }).catch(() => {});
    throw error;
  }
}

/** Node's own recursive way calls a read-only file system a missing folder. */
async function makeFolder(folder: string): Promise<void> {
  if (await stat(folder).catch(() => undefined)) return;
  await makeFolder(dirname(folder));
  await mkdir(folder).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== "EEXIST") throw error;
  });
}

async function write(
  path: string,
  parts: readonly (Buffer | string)[],
  old: Stats | undefined,
): Promise<FileVersion> {
  const file = await open(path, "wx", 0o666);
  try {
    for (const part of parts) await file.writeFile(part);
    if (old) await keepOwnership(file, old);
    await file.sync();
    return versionOf(await file.stat({ bigint: true }));
  } finally {
    await file.close();
  }
}

async function keepOwnership(file: FileHandle, old: Stats): Promise<void> {
  if (isWindows) return;
  const { uid, gid, mode } = await file.stat();
  if (uid !== old.uid || gid !== old.gid) await file.chown(old.uid, old.gid).catch(() => {});
  // Some file systems know no modes and refuse every change, also one that changes nothing.
  if ((mode & 0o7777) !== (old.mode & 0o7777)) await file.chmod(old.mode & 0o7777);
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

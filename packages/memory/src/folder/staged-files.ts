import { randomBytes } from "node:crypto";
import { chmod, mkdir, open, readdir, rename, rm, stat } from "node:fs/promises";
import { dirname, join } from "node:path";

/** New contents on the disk, ready to be put in their places by renames that need no space. */
export interface Staged {
  commit(): Promise<void>;
  discard(): Promise<void>;
}

export interface FileToWrite {
  /** Absolute. */
  place: string;
  /** `undefined` removes the file. */
  content: Uint8Array | undefined;
}

/** Writes new contents into the host's own folder, flushed. Nothing is seen of them before `commit`. */
export async function stageFiles(ownDir: string, files: readonly FileToWrite[]): Promise<Staged> {
  const folder = join(ownDir, "staged");
  await mkdir(folder, { recursive: true });
  const steps: { from: string | undefined; place: string }[] = [];
  const discard = async (): Promise<void> => {
    for (const { from } of steps) if (from) await rm(from, { force: true }).catch(() => {});
  };
  try {
    for (const { place, content } of files) {
      const from = content && join(folder, randomBytes(8).toString("hex"));
      steps.push({ from, place });
      if (from) await writeFlushed(from, content, place);
    }
  } catch (error) {
    await discard();
    throw error;
  }
  return {
    discard,
    async commit() {
      for (const { from, place } of steps) {
        if (!from) await rm(place, { force: true });
        else await putInPlace(from, place);
      }
      for (const folder of new Set(steps.map(({ place }) => dirname(place)))) await syncFolder(folder);
    },
  };
}

/** What killed writers left; call it under the lock. */
export async function sweepStaged(ownDir: string): Promise<void> {
  const folder = join(ownDir, "staged");
  for (const name of await readdir(folder).catch(() => [])) await rm(join(folder, name), { force: true });
}

async function writeFlushed(path: string, content: Uint8Array, place: string): Promise<void> {
  const old = await stat(place).catch(() => undefined);
  const file = await open(path, "wx", 0o666);
  try {
    await file.writeFile(content);
    await file.sync();
  } finally {
    await file.close();
  }
  if (old && process.platform !== "win32") await chmod(path, old.mode & 0o7777);
}

/** On Windows a scanner may hold the target for a moment. */
async function putInPlace(from: string, place: string): Promise<void> {
  await mkdir(dirname(place), { recursive: true });
  for (let attempt = 1; ; attempt++) {
    try {
      return await rename(from, place);
    } catch (error) {
      const { code = "" } = error as NodeJS.ErrnoException;
      if (process.platform !== "win32" || attempt > 10 || !["EPERM", "EACCES", "EBUSY"].includes(code))
        throw error;
      await new Promise((resolve) => setTimeout(resolve, 10 * attempt));
    }
  }
}

async function syncFolder(folder: string): Promise<void> {
  if (process.platform === "win32") return;
  const handle = await open(folder, "r").catch(() => undefined);
  await handle?.sync().catch(() => {});
  await handle?.close();
}

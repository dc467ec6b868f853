import { randomBytes } from "node:crypto";
import { mkdir, open, rename, rm } from "node:fs/promises";
import { dirname, join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";

/** A reader, a crash or a `kill -9` finds the old content or the new, never a part. Missing folders are made. */
export async function writeFileAtomically(path: string, text: string): Promise<void> {
  const folder = dirname(path);
  await mkdir(folder, { recursive: true });
  const temporary = join(folder, `.${randomBytes(6).toString("hex")}.tmp`);
  try {
    const file = await open(temporary, "wx", 0o600);
    try {
      await file.writeFile(text);
      await file.sync();
    } finally {
      await file.close();
    }
    await replace(temporary, path);
  } catch (error) {
    await rm(temporary, { force: true }).catch(() => {});
    throw error;
  }
}

/** On Windows a scanner or an indexer may hold the target for a moment. */
async function replace(temporary: string, target: string): Promise<void> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await rename(temporary, target);
    } catch (error) {
      const { code = "" } = error as NodeJS.ErrnoException;
      const held = process.platform === "win32" && ["EPERM", "EACCES", "EBUSY"].includes(code);
      if (!held || attempt > 10) throw error;
      await wait(10 * attempt);
    }
  }
}

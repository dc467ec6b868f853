import { readdir, rm, stat } from "node:fs/promises";
import { join } from "node:path";
import { FILES } from "../layers.js";
import type { Memory } from "../memory.js";

export interface Garbage {
  /** Relative to the memory folder. */
  path: string;
  bytes: number;
  why: string;
}

/** What nothing refers to. Facts, skills and the journal are never garbage. With `dryRun` it is only listed. */
export async function collectGarbage(memory: Memory, { dryRun }: { dryRun: boolean }): Promise<Garbage[]> {
  const { store } = memory;
  return store.alone(async () => {
    const used = new Set<string>();
    await store.journal.entries().then((entries) => {
      for (const { files } of entries) for (const { blob, to } of files) if (blob && to) used.add(`${to}.gz`);
    });
    const found = [
      ...(await unused(memory, "blobs", (name) => !used.has(name), "no change refers to it")),
      ...(await unused(memory, "staged", () => true, "left by a writer that was killed")),
    ];
    if (!dryRun) for (const { path } of found) await rm(join(store.dir, path), { force: true });
    return found;
  });
}

async function unused(
  { dir, store }: Memory,
  folder: string,
  isUnused: (name: string) => boolean,
  why: string,
): Promise<Garbage[]> {
  const names = await readdir(join(store.ownDir, folder)).catch((): string[] => []);
  return Promise.all(
    names.filter(isUnused).map(async (name) => {
      const path = [FILES.own, folder, name].join("/");
      return { path, why, bytes: (await stat(join(dir, path)).catch(() => undefined))?.size ?? 0 };
    }),
  );
}

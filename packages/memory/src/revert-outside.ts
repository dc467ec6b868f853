import { lstat, rm } from "node:fs/promises";
import { join } from "node:path";
import { adoptOutside } from "./adopt-outside.js";
import { stateAt } from "./journal/content-at.js";
import type { Commit, FileWrite, MemoryStore } from "./memory-store.js";
import type { OutsideChange } from "./outside-changes.js";

/**
 * Writes down what was done behind the door, then puts the files back as the journal had them.
 *
 * @param kept contents by version, for what the journal cannot bring back
 */
export async function revertOutside(
  store: MemoryStore,
  commit: Commit,
  changes: readonly OutsideChange[],
  kept: (version: string) => Buffer | undefined = () => undefined,
): Promise<void> {
  const entries = await store.journal.entries();
  const state = await stateAt(entries, entries.at(-1)?.n ?? 0, store.blobs);
  const versions = new Map([...store.journal.heads].map(([path, { version }]) => [path, version]));
  const files = changes.filter(({ kind }) => kind !== "link");
  await adoptOutside(store, commit, files);
  const writes = await Promise.all(
    files.map(async ({ path }): Promise<FileWrite[]> => {
      const after = state.at(path);
      const content = after === "lost" ? kept(versions.get(path) ?? "") : after;
      if (after === "lost" && !content) return [];
      return [{ path, before: await store.bytes(path), after: content }];
    }),
  );
  for (const { path, kind } of changes) if (kind === "link") await rm(join(store.dir, path), { force: true });
  for (const { path, after } of writes.flat()) if (after) await clearWay(store.dir, path);
  if (files.length > 0) await commit(writes.flat(), { by: "guard", undoes: store.journal.last!.n });
}

/** Takes away what is no folder above a file, and what is no file in its place; both are in the journal by now. */
async function clearWay(dir: string, path: string): Promise<void> {
  const names = path.split("/");
  for (let depth = 1; depth <= names.length; depth++) {
    const place = join(dir, ...names.slice(0, depth));
    const stats = await lstat(place).catch(() => undefined);
    if (!stats) return;
    const isRight = depth < names.length ? stats.isDirectory() : stats.isFile();
    if (!isRight) await rm(place, { recursive: true, force: true });
  }
}

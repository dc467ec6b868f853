import { FolderCopy } from "./folder/folder-copy.js";
import type { MemoryStore } from "./memory-store.js";
import { outsideChanges } from "./outside-changes.js";
import { revertOutside } from "./revert-outside.js";

/**
 * Keeps what there is before something runs that no wall keeps out of the folder.
 *
 * @param last what was kept before: only what changed since is read
 */
export async function guardFolder(
  store: MemoryStore,
  last: FolderCopy | undefined,
): Promise<{ copy: FolderCopy; restore: () => Promise<string[]> }> {
  const copy = await FolderCopy.take(store.dir, last);
  const restore = (): Promise<string[]> => {
    const touched: string[] = [];
    const restoreRecords = async (): Promise<void> => {
      touched.push(...(await copy.restoreRecords()));
      if (touched.length === 0) return;
      await store.prepare();
      store.journal.forget();
    };
    return store.alone(async (commit) => {
      const found = await outsideChanges(store, copy.seen);
      const changes = found.filter(({ path, kind }) => kind !== "link" || !copy.links.has(path));
      if (changes.length > 0) await revertOutside(store, commit, changes, copy.contentOf);
      return [...touched, ...changes.map(({ path }) => path)];
    }, restoreRecords);
  };
  return { copy, restore };
}

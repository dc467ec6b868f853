import type { Commit, MemoryStore } from "./memory-store.js";
import type { OutsideChange } from "./outside-changes.js";

/** Files in one line of the journal. */
const MAX_FILES = 100;

/** Takes what was done behind the door into the journal, as unproven: from then on it can be shown and undone. */
export async function adoptOutside(
  store: MemoryStore,
  commit: Commit,
  all: readonly OutsideChange[],
): Promise<void> {
  const changes = all.filter(({ kind }) => kind !== "link");
  for (let at = 0; at < changes.length; at += MAX_FILES) {
    const writes = await Promise.all(
      changes.slice(at, at + MAX_FILES).map(async ({ path, kind }) => {
        const from = store.journal.heads.get(path)?.version;
        const after = kind === "removed" ? undefined : await store.bytes(path);
        return { path, before: undefined, after, ...(from && { from }) };
      }),
    );
    await commit(writes, { by: "outside", outside: true });
  }
}

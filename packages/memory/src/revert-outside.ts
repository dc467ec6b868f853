import { adoptOutside } from "./adopt-outside.js";
import { stateAt } from "./journal/content-at.js";
import type { Commit, MemoryStore } from "./memory-store.js";
import type { OutsideChange } from "./outside-changes.js";

/** Writes down what was done behind the door, then puts the files back as the journal had them. */
export async function revertOutside(
  store: MemoryStore,
  commit: Commit,
  changes: readonly OutsideChange[],
): Promise<void> {
  const entries = await store.journal.entries();
  const state = await stateAt(entries, entries.at(-1)?.n ?? 0, store.blobs);
  await adoptOutside(store, commit, changes);
  const writes = await Promise.all(
    changes.map(async ({ path }) => ({ path, before: await store.bytes(path), after: state.at(path) })),
  );
  const kept = writes.flatMap(({ after, ...write }) => (after === "lost" ? [] : [{ ...write, after }]));
  await commit(kept, { by: "guard", undoes: store.journal.last!.n });
}

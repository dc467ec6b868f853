import type { MemoryStore } from "../memory-store.js";
import { textOfBytes } from "../text-of-bytes.js";
import { stateAt } from "./content-at.js";

/** A file as it was after the last change that a receipt or the user stood behind. */
export async function textProven({ journal, blobs }: MemoryStore, path: string): Promise<string | undefined> {
  const entries = (await journal.entries()).filter(({ files }) => files.some((file) => file.path === path));
  const last = entries.findLast(({ receipts = [], approved }) => receipts.length > 0 || approved);
  const content = last && (await stateAt(entries, last.n, blobs)).at(path);
  return content instanceof Buffer ? textOfBytes(content) : undefined;
}

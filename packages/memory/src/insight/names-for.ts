import { sectionsOf } from "../facts.js";
import { FILES } from "../layers.js";
import type { MemoryStore } from "../memory-store.js";
import { textOfBytes } from "../text-of-bytes.js";
import { pointerNames } from "./pointer-names.js";

/** What a line of L1 may point to: sections of L2 and files of L3. */
export async function namesFor(store: MemoryStore): Promise<string[]> {
  const paths = [...store.journal.heads].flatMap(([path, { version }]) => (version ? [path] : []));
  const facts = await store.bytes(FILES.facts);
  return [...sectionsOf((facts && textOfBytes(facts)) ?? ""), ...pointerNames(paths)];
}

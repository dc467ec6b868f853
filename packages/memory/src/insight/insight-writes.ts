import { sectionsOf } from "../facts.js";
import { FILES } from "../layers.js";
import type { FileWrite, MemoryStore } from "../memory-store.js";
import { textOfBytes } from "../text-of-bytes.js";
import { offeredPaths } from "./offered-paths.js";
import { pointerNames } from "./pointer-names.js";
import { syncInsight } from "./sync-insight.js";
import type { Usage } from "./usage.js";

/** What must be written for L1 to fit the folder as it is after some writes; an L1 that is no text is left alone. */
export async function insightWrites(
  store: MemoryStore,
  usage: Usage,
  writes: readonly FileWrite[],
): Promise<FileWrite[]> {
  await usage.load();
  const pending = new Map(writes.map(({ path, after }) => [path, after]));
  const textNow = async (path: string): Promise<string | undefined> => {
    const bytes = pending.has(path) ? pending.get(path) : await store.bytes(path);
    return bytes ? textOfBytes(bytes) : "";
  };
  const [text, paged, facts] = await Promise.all([FILES.insight, FILES.paged, FILES.facts].map(textNow));
  if (text === undefined) return [];
  const names = pointerNames(await offeredPaths(store.dir, pathsAfter(store, writes)));
  const synced = syncInsight({
    text,
    paged: paged ?? "",
    sections: sectionsOf(facts ?? ""),
    names,
    useOf: usage.of,
  });
  return [
    ...(synced.text === text ? [] : [await writeOf(store, FILES.insight, synced.text)]),
    ...(synced.paged === paged ? [] : [await writeOf(store, FILES.paged, synced.paged)]),
  ];
}

const writeOf = async (store: MemoryStore, path: string, text: string): Promise<FileWrite> => ({
  ...{ path, before: await store.bytes(path) },
  after: text === "" ? undefined : Buffer.from(text),
});

function pathsAfter({ journal }: MemoryStore, writes: readonly FileWrite[]): Set<string> {
  const paths = new Set([...journal.heads].flatMap(([path, { version }]) => (version ? [path] : [])));
  for (const { path, after } of writes) {
    if (after) paths.add(path);
    else paths.delete(path);
  }
  return paths;
}

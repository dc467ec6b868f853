import { stat } from "node:fs/promises";
import { join, resolve } from "node:path";
import { adoptOutside } from "./adopt-outside.js";
import type { GuardPorts } from "./guard/judged-file.js";
import { FILES } from "./layers.js";
import { Memory } from "./memory.js";
import { MemoryStore } from "./memory-store.js";
import { type OutsideChange, outsideChanges } from "./outside-changes.js";
import { rulesOfMemory } from "./templates/rules-of-memory.js";

export interface OpenMemoryOptions extends GuardPorts {
  /** Of the rules that a new folder gets. Default `en`. */
  language?: "en" | "zh";
  /** Told what was changed behind the door since the memory was last open. It is kept, unproven, and can be undone. */
  onOutside?: (changes: readonly OutsideChange[]) => void;
  now?: () => Date;
}

/**
 * Opens a memory folder, or makes one. A folder of GenericAgent (Python) opens as it is: its files are taken into
 * the journal as unproven, and L1 gets pointers to what it does not mention.
 *
 * @throws MemoryError `memory-folder` when it cannot be written
 */
export async function openMemory(dir: string, options: OpenMemoryOptions = {}): Promise<Memory> {
  const store = new MemoryStore(resolve(dir), options.now);
  await store.prepare();
  const memory = new Memory(store, options);
  const needsSync = await store.alone(async (commit) => {
    const outside = await outsideChanges(store);
    await adoptOutside(store, commit, outside);
    if (outside.length > 0) options.onOutside?.(outside);
    if (await exists(join(store.dir, FILES.rules))) return outside.length > 0;
    const rules = Buffer.from(rulesOfMemory(options.language ?? "en"));
    await commit([{ path: FILES.rules, before: undefined, after: rules }], { by: "ga" });
    return true;
  });
  if (needsSync) await memory.syncIndex("ga");
  return memory;
}

const exists = (path: string): Promise<boolean> =>
  stat(path).then(
    () => true,
    () => false,
  );

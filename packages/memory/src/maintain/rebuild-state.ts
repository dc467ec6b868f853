import { mkdir, readdir, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { stateAt } from "../journal/content-at.js";
import type { Memory } from "../memory.js";
import { MemoryError } from "../memory-error.js";

export interface RebuiltState {
  /** Files written. */
  files: number;
  /** Files that the journal does not hold. */
  lost: string[];
}

/**
 * Writes the memory as it was after change `n` into an empty folder, from the journal alone.
 *
 * @throws MemoryError `invalid-options` when the folder holds something
 */
export async function rebuildState(memory: Memory, n: number, folder: string): Promise<RebuiltState> {
  const there = await readdir(folder).catch((): string[] => []);
  if (there.length > 0)
    throw new MemoryError(
      "invalid-options",
      `Cannot rebuild into ${folder}: it is not empty. Name another folder.`,
    );
  const state = await stateAt(await memory.store.journal.entries(), n, memory.store.blobs);
  const lost: string[] = [];
  let files = 0;
  for (const path of state.paths()) {
    const content = state.at(path);
    if (content === "lost") lost.push(path);
    if (!(content instanceof Buffer)) continue;
    await mkdir(dirname(join(folder, path)), { recursive: true });
    await writeFile(join(folder, path), content);
    files++;
  }
  return { files, lost };
}

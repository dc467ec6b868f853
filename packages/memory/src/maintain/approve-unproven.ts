import type { Memory } from "../memory.js";

/** The user stands behind a file as it is: nothing in it counts as unproven any longer. */
export async function approveFile(memory: Memory, path: string, by: string): Promise<boolean> {
  const file = await memory.read(path);
  if (!file) return false;
  const content = Buffer.from(file.text);
  await memory.store.alone((commit) =>
    commit([{ path, before: content, after: content }], { by, approved: true }),
  );
  return true;
}

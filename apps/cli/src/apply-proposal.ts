import { mkdir, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import type { MemoryDoor } from "@genericagent/memory";
import type { ApplyProposal } from "@genericagent/reflect";

/** Writes a proposal that the user approved into the memory, by its door. */
export const applyProposal =
  (dataHome: string): ApplyProposal =>
  async ({ path, text }) => {
    const door = await openDoor(join(dataHome, "memory"));
    const old = await door.read(path);
    await door.write({
      path,
      text,
      by: "ga reflect review",
      approved: true,
      ...(old && { base: old.version }),
    });
  };

type Door = Pick<MemoryDoor, "read" | "write">;

/** The memory's own door where this version of it has one. */
async function openDoor(dir: string): Promise<Door> {
  const memory = (await import("@genericagent/memory")) as { openMemory?: (dir: string) => Promise<Door> };
  return memory.openMemory ? memory.openMemory(dir) : plainDoor(dir);
}

const plainDoor = (dir: string): Door => ({
  read: async () => undefined,
  write: async ({ path, text = "" }) => {
    await mkdir(dirname(join(dir, path)), { recursive: true });
    await writeFile(join(dir, path), text);
    return undefined;
  },
});

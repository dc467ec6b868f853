import { createHash } from "node:crypto";
import { createReadStream, type Stats } from "node:fs";
import { lstat, readdir } from "node:fs/promises";
import { join } from "node:path";
import { BYTE_CODE, FILES } from "../layers.js";

export interface FoundFile {
  /** Relative to the memory folder, with `/`. */
  path: string;
  stats: Stats;
}

/** Not memory: the host's own, git's own, and the journals of sessions. Python's byte code is no memory either. */
const PASSED_OVER = new Set<string>([FILES.own, ".git", FILES.sessions, BYTE_CODE]);

/** Every plain file of the memory, L4 and the host's own left out. */
export const memoryFiles = async (dir: string, below = ""): Promise<FoundFile[]> =>
  (await memoryEntries(dir, below)).filter(({ stats }) => stats.isFile());

/** The plain files, and what is there besides files and folders: links, pipes, sockets. Those are no memory. */
export async function memoryEntries(dir: string, below = ""): Promise<FoundFile[]> {
  const entries = await readdir(join(dir, below), { withFileTypes: true }).catch(() => []);
  const found = await Promise.all(
    entries.map(async (entry): Promise<FoundFile[]> => {
      if (PASSED_OVER.has(entry.name) && (below === "" || entry.name === BYTE_CODE)) return [];
      const path = below === "" ? entry.name : `${below}/${entry.name}`;
      if (entry.isDirectory()) return memoryEntries(dir, path);
      const stats = await lstat(join(dir, path)).catch(() => undefined);
      return stats ? [{ path, stats }] : [];
    }),
  );
  return found.flat();
}

/** The version of a file of any size. */
export async function versionOfFile(place: string): Promise<string> {
  const hash = createHash("sha256");
  for await (const chunk of createReadStream(place)) hash.update(chunk as Buffer);
  return hash.digest("hex");
}

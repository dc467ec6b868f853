import { createHash } from "node:crypto";
import { createReadStream, type Stats } from "node:fs";
import { lstat, readdir } from "node:fs/promises";
import { join } from "node:path";
import { FILES } from "../layers.js";

export interface FoundFile {
  /** Relative to the memory folder, with `/`. */
  path: string;
  stats: Stats;
}

/** Not memory: the host's own, git's own, and the journals of sessions. Python's byte code is no memory either. */
const PASSED_OVER = new Set<string>([FILES.own, ".git", FILES.sessions, "__pycache__"]);

/** Every plain file of the memory, L4 and the host's own left out. Links are passed over. */
export async function memoryFiles(dir: string, below = ""): Promise<FoundFile[]> {
  const entries = await readdir(join(dir, below), { withFileTypes: true }).catch(() => []);
  const found = await Promise.all(
    entries.map(async (entry): Promise<FoundFile[]> => {
      if (PASSED_OVER.has(entry.name) && (below === "" || entry.name === "__pycache__")) return [];
      const path = below === "" ? entry.name : `${below}/${entry.name}`;
      if (entry.isDirectory()) return memoryFiles(dir, path);
      if (!entry.isFile()) return [];
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

import { readdir } from "node:fs/promises";
import { join } from "node:path";

const MAX_FILES = 20_000;
const MAX_MS = 300;
const SKIPPED = new Set([".git", "node_modules", ".genericagent", "dist", "__pycache__", ".venv", "target"]);

/** Files and folders below `root` with `/` between them, nearest first: as many as can be had in a moment. */
export async function listFiles(root: string): Promise<string[]> {
  const found: string[] = [];
  const deadline = performance.now() + MAX_MS;
  const folders = [""];
  for (let folder = folders.shift(); folder !== undefined; folder = folders.shift()) {
    const entries = await readdir(join(root, folder), { withFileTypes: true }).catch(() => []);
    for (const entry of entries) {
      const path = folder ? `${folder}/${entry.name}` : entry.name;
      if (SKIPPED.has(entry.name)) continue;
      if (entry.isDirectory()) folders.push(path);
      found.push(entry.isDirectory() ? `${path}/` : path);
    }
    if (found.length >= MAX_FILES || performance.now() > deadline) break;
  }
  return found;
}

/** The paths that fit what was typed, best first: the letters in their order, close together, near the end. */
export function fittingFiles(files: readonly string[], typed: string, most: number): string[] {
  const wanted = typed.toLowerCase();
  return files
    .map((path) => ({ path, score: scoreOf(path.toLowerCase(), wanted) }))
    .filter(({ score }) => score > 0)
    .sort((a, b) => b.score - a.score || a.path.length - b.path.length)
    .slice(0, most)
    .map(({ path }) => path);
}

function scoreOf(path: string, wanted: string): number {
  if (path.startsWith(wanted)) return 4;
  if (path.slice(path.lastIndexOf("/", path.length - 2) + 1).startsWith(wanted)) return 3;
  if (path.includes(wanted)) return 2;
  let at = -1;
  for (const letter of wanted) {
    at = path.indexOf(letter, at + 1);
    if (at < 0) return 0;
  }
  return 1;
}

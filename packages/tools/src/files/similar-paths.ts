import type { Dirent } from "node:fs";
import { readdir } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import { similarity } from "./similarity.js";

const MAX_NAMES = 2_000;
const MAX_ANSWERS = 3;
const MIN_SIMILARITY = 0.4;
/** Folders below the starting one. */
const DEPTH = 2;

/** Files whose names resemble a missing one: in its folder and below, else below `cwd`; best first. */
export async function similarPaths(path: string, cwd: string): Promise<string[]> {
  const name = basename(path).toLowerCase();
  for (const folder of new Set([dirname(path), cwd])) {
    const found = await namesBelow(folder, DEPTH);
    const rated = found.map((file) => ({ file, score: similarity(name, basename(file).toLowerCase()) }));
    const similar = rated.filter(({ score }) => score >= MIN_SIMILARITY);
    similar.sort((a, b) => b.score - a.score);
    if (similar.length > 0) return similar.slice(0, MAX_ANSWERS).map(({ file }) => file);
  }
  return [];
}

/** Breadth first, so that near names come before the limit is reached. */
async function namesBelow(top: string, depth: number): Promise<string[]> {
  const names: string[] = [];
  let level = [top];
  for (let below = 0; below <= depth && level.length > 0; below++) {
    const next: string[] = [];
    for (const folder of level) {
      if (names.length >= MAX_NAMES) return names;
      for (const entry of await entriesOf(folder)) {
        if (entry.isDirectory()) next.push(join(folder, entry.name));
        else names.push(join(folder, entry.name));
      }
    }
    level = next.filter((folder) => !/^(\.git|node_modules)$/.test(basename(folder)));
  }
  return names.slice(0, MAX_NAMES);
}

const entriesOf = (folder: string): Promise<Dirent[]> =>
  readdir(folder, { withFileTypes: true }).catch(() => []);

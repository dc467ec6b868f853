import { readdirSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { fitsPath } from "../fits-pattern.js";
import { isInWorkspace, type Places } from "../places.js";
import { realPlace } from "../real-place.js";
import type { Folders, ShellWord } from "./shell-command.js";

/** More names than this are as good as unknown. */
const MAX_NAMES = 1000;

/**
 * The real paths a word can mean, with the files its wildcards find now; `undefined` where that is known only when
 * it runs.
 */
export function placesOfWord(word: ShellWord, folders: Folders, places: Places): string[] | undefined {
  const { value } = word;
  if (value === undefined || value === "") return undefined;
  if (value.startsWith("/")) return placesOfPath(value, word.glob, places);
  if (!folders) return undefined;
  const found = folders.map((folder) => placesOfPath(`${folder}/${value}`, word.glob, places));
  return found.includes(undefined) ? undefined : [...new Set((found as string[][]).flat())];
}

function placesOfPath(path: string, glob: boolean, places: Places): string[] | undefined {
  if (!glob) return [realPlace(path, places.links)];
  const clean = path.replace(/\/+$/, "");
  const folder = dirname(clean);
  const name = basename(clean);
  if (/[*?[(]/.test(folder)) return inside(folder, places);
  const real = realPlace(folder, places.links);
  const names = namesIn(real);
  if (!names) return undefined;
  const pattern = name.replace(/\[[^\]]*\]/g, "?");
  if (/[()|]/.test(pattern)) return undefined;
  const fitting = names.filter((found) =>
    fitsPath(`/${pattern}`, `/${found}`, { workspace: "/", home: "/" }),
  );
  const shown = fitting.filter((found) => pattern.startsWith(".") || !found.startsWith("."));
  return shown.length > 0
    ? shown.map((found) => realPlace(join(real, found), places.links))
    : [join(real, name)];
}

/** Wildcards in folders: taken as they stand where they begin in the workspace, else unknown. */
function inside(folder: string, places: Places): string[] | undefined {
  const [fixed = ""] = folder.split(/[*?[(]/, 1);
  if (folder.slice(fixed.length).includes("..")) return undefined;
  const start = realPlace(fixed.slice(0, fixed.lastIndexOf("/") + 1));
  return isInWorkspace(start, places) ? [join(start, "*")] : undefined;
}

function namesIn(folder: string): string[] | undefined {
  try {
    const names = readdirSync(folder);
    return names.length > MAX_NAMES ? undefined : names;
  } catch {
    return [];
  }
}

import { lstat, readdir, realpath } from "node:fs/promises";
import { dirname, join, relative, sep } from "node:path";
import { MemoryError } from "../memory-error.js";

const RESERVED_ON_WINDOWS = /^(con|prn|aux|nul|com\d|lpt\d)(\..*)?$/i;

/**
 * The absolute place of a path in the folder, which must be written in its one plain form: no `..`, no link, no name
 * that another system takes for a file that is there.
 *
 * @throws MemoryError `memory-refused`
 */
export async function placeOf(dir: string, path: string): Promise<string> {
  const names = path.split("/");
  const wrong = names.map(problemWithName).find(Boolean);
  if (path !== path.normalize("NFC") || path.includes("\\") || wrong)
    throw refused(path, wrong ?? "write it relative to the memory folder, with / between names");
  let place = dir;
  for (const name of names) {
    const twin = await twinOf(place, name);
    if (twin)
      throw refused(
        path,
        `there is ${twin} already, which some systems take for the same name. Use that one`,
      );
    place = join(place, name);
    if ((await lstat(place).catch(() => undefined))?.isSymbolicLink())
      throw refused(path, `${relative(dir, place)} is a link. Memory holds plain files only`);
  }
  return place;
}

function problemWithName(name: string): string | undefined {
  if (name === "" || name === "." || name === "..") return "name a file inside the memory folder";
  if (/[\p{Cc}<>:"|?*]/u.test(name) || /[. ]$/.test(name) || RESERVED_ON_WINDOWS.test(name))
    return `the name "${name}" cannot be kept on every system`;
  return undefined;
}

/** A name that differs in case only. */
async function twinOf(folder: string, name: string): Promise<string | undefined> {
  const names = await readdir(folder).catch((): string[] => []);
  if (names.includes(name)) return undefined;
  const folded = name.toLowerCase();
  return names.find((other) => other.normalize("NFC").toLowerCase() === folded);
}

const refused = (path: string, why: string): MemoryError =>
  new MemoryError("memory-refused", `Not written: the path ${JSON.stringify(path)}: ${why}.`);

/** Where a path leads, below the memory folder and with `/`; `undefined` when it leads elsewhere. */
export async function pathInMemory(dir: string, path: string): Promise<string | undefined> {
  const way = relative(await realOf(dir), await realOf(path));
  if (way === "" || way === ".." || way.startsWith(`..${sep}`) || /^([A-Za-z]:|[\\/])/.test(way))
    return undefined;
  return way.split(sep).join("/");
}

async function realOf(path: string): Promise<string> {
  try {
    return await realpath(path);
  } catch {
    const parent = dirname(path);
    return parent === path ? path : join(await realOf(parent), path.slice(parent.length));
  }
}

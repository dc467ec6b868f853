import { readlink, realpath } from "node:fs/promises";
import { basename, dirname, isAbsolute, join, relative, resolve, sep } from "node:path";

/** Whether a path, which need not exist, lies in one of the folders once `..` and symbolic links are followed. */
export async function isInside(path: string, roots: readonly string[]): Promise<boolean> {
  const real = await realPathOf(path);
  for (const root of roots) {
    const way = relative(await realPathOf(root), real);
    if (way !== ".." && !way.startsWith(`..${sep}`) && !isAbsolute(way)) return true;
  }
  return false;
}

/** Links in a row that the system follows. */
const MAX_LINKS = 40;

/**
 * Where a path really leads. What does not exist yet is taken as it is written, below the nearest folder that
 * does; a link to nothing is followed.
 *
 * @throws the system's error for a loop of links and for a folder that may not be looked into
 */
export async function realPathOf(path: string, linksLeft = MAX_LINKS): Promise<string> {
  const absolute = resolve(path);
  try {
    return await realpath(absolute);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "ENOENT") throw error;
  }
  const parent = dirname(absolute);
  if (parent === absolute) return absolute;
  const folder = await realPathOf(parent, linksLeft);
  const place = join(folder, basename(absolute));
  const link = await readlink(place).catch(() => undefined);
  if (link === undefined) return place;
  if (linksLeft === 0) throw Object.assign(new Error(`too many links: ${path}`), { code: "ELOOP" });
  return realPathOf(resolve(folder, link), linksLeft - 1);
}

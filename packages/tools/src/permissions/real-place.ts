import { lstatSync, readlinkSync } from "node:fs";
import { dirname, isAbsolute, join, parse } from "node:path";

/** Where links lead, by their path; `undefined` for what is none. */
export type Links = Map<string, string | undefined>;

/** More links than this are a ring. */
const MAX_LINKS = 40;

/**
 * Where an absolute path leads, as the system goes it: each symbolic link is followed, and `..` leaves the folder
 * that the link before it led to. What does not exist yet stays as it is written.
 *
 * @param links what was found before, so that a long script is looked at only once
 */
export function realPlace(path: string, links: Links = new Map()): string {
  const { root } = parse(path);
  const names = namesOf(path.slice(root.length));
  let place = root;
  let followed = 0;
  for (let name = names.shift(); name !== undefined; name = names.shift()) {
    if (name === "..") {
      place = dirname(place);
      continue;
    }
    const next = join(place, name);
    const link = followed < MAX_LINKS ? knownLinkAt(next, links) : undefined;
    if (link === undefined) {
      place = next;
      continue;
    }
    followed++;
    if (isAbsolute(link)) place = parse(link).root;
    names.unshift(...namesOf(isAbsolute(link) ? link.slice(place.length) : link));
  }
  return place;
}

const SEPARATOR = process.platform === "win32" ? /[\\/]/ : /\//;

const namesOf = (path: string): string[] =>
  path.split(SEPARATOR).filter((name) => name !== "" && name !== ".");

function knownLinkAt(path: string, links: Links): string | undefined {
  if (!links.has(path)) links.set(path, linkAt(path));
  return links.get(path);
}

function linkAt(path: string): string | undefined {
  try {
    const stats = lstatSync(path, { throwIfNoEntry: false });
    return stats?.isSymbolicLink() ? readlinkSync(path) : undefined;
  } catch {
    return undefined;
  }
}

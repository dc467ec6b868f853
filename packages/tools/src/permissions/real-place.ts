import { readlinkSync } from "node:fs";
import { dirname, isAbsolute, join, parse } from "node:path";

/** More links than this are a ring. */
const MAX_LINKS = 40;

/**
 * Where an absolute path leads, as the system goes it: each symbolic link is followed, and `..` leaves the folder
 * that the link before it led to. What does not exist yet stays as it is written.
 */
export function realPlace(path: string): string {
  const { root } = parse(path);
  const names = namesOf(path.slice(root.length));
  let place = root;
  let links = 0;
  for (let name = names.shift(); name !== undefined; name = names.shift()) {
    if (name === "..") {
      place = dirname(place);
      continue;
    }
    const next = join(place, name);
    const link = links < MAX_LINKS ? linkAt(next) : undefined;
    if (link === undefined) {
      place = next;
      continue;
    }
    links++;
    if (isAbsolute(link)) place = parse(link).root;
    names.unshift(...namesOf(isAbsolute(link) ? link.slice(place.length) : link));
  }
  return place;
}

const SEPARATOR = process.platform === "win32" ? /[\\/]/ : /\//;

const namesOf = (path: string): string[] =>
  path.split(SEPARATOR).filter((name) => name !== "" && name !== ".");

function linkAt(path: string): string | undefined {
  try {
    return readlinkSync(path);
  } catch {
    return undefined;
  }
}

import type { BrowserLink } from "../browser-link.js";

const owners = new WeakMap<BrowserLink, Map<string, object>>();

/** Which driver works in which tab, of all the drivers of this program on one link. */
export function ownersOf(link: BrowserLink): Map<string, object> {
  const known = owners.get(link);
  if (known) return known;
  const made = new Map<string, object>();
  owners.set(link, made);
  return made;
}

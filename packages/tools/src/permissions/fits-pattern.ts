import { join } from "node:path";
import type { PatternPlaces } from "./decide.js";

/** `*` is any text; ` *` at the end fits nothing too, so that `git log *` is also `git log`. */
export function fitsText(pattern: string, text: string): boolean {
  if (pattern.endsWith(" *") && text === pattern.slice(0, -2)) return true;
  return toRegExp(pattern, { "*": ".*" }).test(text);
}

/** `*` and `?` stay within a folder, `**` does not; `dir/**` is the folder itself too. */
export function fitsPath(pattern: string, path: string, { workspace, home }: PatternPlaces): boolean {
  const wanted = slashes(fromPlaces(pattern, workspace, home));
  const found = slashes(path);
  if (wanted.endsWith("/**") && found === wanted.slice(0, -3)) return true;
  return toRegExp(wanted, { "**/": "(?:.*/)?", "**": ".*", "*": "[^/]*", "?": "[^/]" }).test(found);
}

function fromPlaces(pattern: string, workspace: string, home: string): string {
  if (pattern === "~" || pattern.startsWith("~/")) return join(home, pattern.slice(1));
  if (pattern.startsWith("**") || /^(\/|[A-Za-z]:[\\/])/.test(pattern)) return pattern;
  return join(workspace, pattern);
}

function toRegExp(pattern: string, signs: Record<string, string>): RegExp {
  const source = [...pattern.matchAll(/\*\*\/|\*+|\?|[^*?]+/g)].map(
    ([part]) => signs[part] ?? part.replace(/[.+^${}()|[\]\\?*]/g, "\\$&"),
  );
  return new RegExp(`^${source.join("")}$`, "s");
}

const slashes = (path: string): string => path.replaceAll("\\", "/");

import { factsOf } from "../facts.js";
import { mentions } from "../insight/sync-insight.js";
import type { Layer } from "../layers.js";
import { linesOf } from "./insight-fits.js";

/** Something that a change says and that was not said before: it must be proven. */
export interface Claim {
  text: string;
  /** A fact must stand in an output; a procedure may also stand in the code that succeeded. */
  kind: "fact" | "procedure";
}

/** A longer heading is a sentence, and could say anything. */
const MAX_NAME_WORDS = 4;
const MAX_NAME_CHARS = 40;
/** Words of a line of L1 besides the names that it points to: when to look there. */
const MAX_POINTER_WORDS = 12;

/**
 * What is new in a file. Moved and removed lines claim nothing.
 *
 * @param names what a line of L1 may point to
 */
export function newClaims(
  layer: Layer,
  before: string,
  after: string,
  names: readonly string[] = [],
): Claim[] {
  if (layer === "L1")
    return addedLines(before, after)
      .filter((line) => !isName(line) && !isPointer(line, names))
      .map((text) => ({ text, kind: "fact" }));
  if (layer === "L2") return [...newFacts(before, after), ...longHeadings(before, after)];
  if (layer !== "L3") return [];
  const added = addedLines(before, after);
  return added.length > 0 ? [{ text: added.join("\n"), kind: "procedure" }] : [];
}

function newFacts(before: string, after: string): Claim[] {
  const known = new Set(factsOf(before).map(({ key }) => key));
  return factsOf(after)
    .filter(({ key }) => !known.has(key))
    .map(({ text }) => ({ text, kind: "fact" }));
}

const longHeadings = (before: string, after: string): Claim[] =>
  addedLines(before, after)
    .filter((line) => line.startsWith("#") && !isName(line))
    .map((text) => ({ text, kind: "fact" }));

function addedLines(before: string, after: string): string[] {
  const old = new Set(linesOf(before).map((line) => line.trim()));
  return linesOf(after)
    .map((line) => line.trim())
    .filter((line) => line !== "" && !old.has(line));
}

/** A title, or a name in brackets. */
function isName(line: string): boolean {
  if (!/^(?:#|\[[^\]]*\]$)/.test(line)) return false;
  const name = line.replace(/^#+\s*|[[\]]/g, "");
  return name.length <= MAX_NAME_CHARS && name.split(/\s+/).length <= MAX_NAME_WORDS;
}

function isPointer(line: string, names: readonly string[]): boolean {
  const named = names.filter((name) => mentions(line, name));
  const rest = named.reduce((left, name) => left.replaceAll(name, " "), line);
  return named.length > 0 && (rest.match(/[\p{L}\p{N}_]+/gu)?.length ?? 0) <= MAX_POINTER_WORDS;
}

import { linesOf, MAX_INSIGHT_LINES } from "../guard/insight-fits.js";
import { FILES } from "../layers.js";
import { packNames } from "./pack-names.js";

export interface InsightSources {
  /** L1 as it stands; empty for a new one. */
  text: string;
  /** The lines that paged out. */
  paged: string;
  /** Section names of L2. */
  sections: readonly string[];
  /** Names of skills and flat files of L3. */
  names: readonly string[];
  /** How often a name was used. */
  useOf: (name: string) => number;
}

export interface SyncedInsight {
  text: string;
  paged: string;
}

const TITLE = "# [Global Memory Insight]";
const SECTIONS = "L2 sections:";
const NAMES = "L3 names:";
const MORE = `More: ${FILES.paged}`;
/** Lines of the index that may be spent on names alone. */
const MAX_SECTION_LINES = 6;
const MAX_NAME_LINES = 12;

/**
 * L1 with a pointer to each section and each L3 file, in at most 30 lines. Lines of the user and of GenericAgent
 * stay as they are while there is room; a name that one of them mentions is not repeated. What has no room, the
 * least used first, pages out into a file that the last line names.
 */
export function syncInsight({ text, paged, sections, names, useOf }: InsightSources): SyncedInsight {
  const own = withoutManaged(
    linesOf(text === "" ? `${TITLE}\nL0: ${FILES.rules}\nL4: ${FILES.sessions}/` : text),
  );
  const returned = withoutManaged(linesOf(paged)).filter((line) => line !== "" && !own.includes(line));
  const mentioned = own.join("\n");
  const missing = (all: readonly string[]) =>
    [...all]
      .filter((name) => !mentions(mentioned, name))
      .sort((a, b) => useOf(b) - useOf(a) || compare(a, b));
  const sectionLines = packNames(SECTIONS, missing(sections));
  const nameLines = packNames(NAMES, missing(names));

  const fixed = sectionLines.slice(0, MAX_SECTION_LINES).length + nameLines.slice(0, MAX_NAME_LINES).length;
  const room = MAX_INSIGHT_LINES - 1;
  const kept = mostUsed(
    [...own, ...returned],
    Math.max(room - fixed, Math.min(own.length, room - 2)),
    useOf,
    names,
  );
  const left = room - kept.shown.length;
  const shownSections = Math.min(
    sectionLines.length,
    MAX_SECTION_LINES,
    Math.max(1, left - nameLines.length, left >> 1),
  );
  const shownNames = Math.max(0, Math.min(nameLines.length, MAX_NAME_LINES, left - shownSections));

  const more = [...kept.paged, ...sectionLines.slice(shownSections), ...nameLines.slice(shownNames)];
  const lines = insertManaged(kept.shown, [
    ...sectionLines.slice(0, shownSections),
    ...nameLines.slice(0, shownNames),
    ...(more.length > 0 ? [MORE] : []),
  ]);
  return { text: `${lines.join("\n")}\n`, paged: more.length > 0 ? `${more.join("\n")}\n` : "" };
}

/** The managed lines are a heading of names and the lines below it that begin with a bar. */
function withoutManaged(lines: readonly string[]): string[] {
  let isManaged = false;
  return lines.filter((line) => {
    isManaged = line.startsWith(SECTIONS) || line.startsWith(NAMES) || (isManaged && line.startsWith("| "));
    return !isManaged && line !== MORE;
  });
}

/** Names stand before the rules, where GenericAgent has them. */
function insertManaged(own: readonly string[], managed: readonly string[]): string[] {
  const rules = own.findIndex((line) => /^\[RULES\]/.test(line));
  let at = rules < 0 ? own.length : rules;
  while (at > 0 && own[at - 1] === "") at--;
  return [...own.slice(0, at), ...managed, ...own.slice(at)];
}

/** Pointer lines page out by the use of what they point to; titles and rules never do. */
function mostUsed(
  lines: readonly string[],
  max: number,
  useOf: (name: string) => number,
  names: readonly string[],
): { shown: string[]; paged: string[] } {
  if (lines.length <= max) return { shown: [...lines], paged: [] };
  const firstRule = lines.findIndex((line) => /^\[RULES\]/.test(line));
  const use = lines.map((line, index) => {
    if (line.startsWith("#") || (firstRule >= 0 && index >= firstRule)) return Number.POSITIVE_INFINITY;
    if (line.trim() === "") return -1;
    return Math.max(0, ...names.filter((name) => mentions(line, name)).map(useOf));
  });
  const order = lines.map((_, index) => index).sort((a, b) => use[b]! - use[a]! || a - b);
  const shown = new Set(order.slice(0, max));
  return {
    shown: lines.filter((_, index) => shown.has(index)),
    paged: lines.filter((line, index) => !shown.has(index) && line.trim() !== ""),
  };
}

/** Whether a name stands in a text as a whole word; `a_sop` also covers `a_sop.md`. */
export function mentions(text: string, name: string): boolean {
  for (let at = text.indexOf(name); at >= 0; at = text.indexOf(name, at + 1)) {
    const before = text[at - 1];
    const after = text[at + name.length];
    if (!isNamePart(before) && !isNamePart(after)) return true;
  }
  return false;
}

const isNamePart = (character: string | undefined): boolean =>
  character !== undefined && /[\p{L}\p{N}_-]/u.test(character) && !/[\u3000-\u9fff]/.test(character);

const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);

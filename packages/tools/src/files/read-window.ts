import { countLines } from "./count-lines.js";
import { findKeyword, type KeywordHits } from "./find-keyword.js";
import { type Line, type LineStart, readLines } from "./read-lines.js";
import type { TextFile } from "./text-file.js";

export interface WindowOptions {
  /** First line, counted from 1. */
  start: number;
  count: number;
  /** Shows the surroundings of the first line from `start` on that holds it, case ignored. */
  keyword?: string | undefined;
  /** First character shown of each line, counted from 1. */
  column: number;
  /** Of one line. */
  maxLineChars: number;
  signal: AbortSignal;
}

export interface FileWindow {
  lines: Line[];
  /** Lines of the file; undefined where it is too long to be counted. */
  total: number | undefined;
  /** The line with the keyword that the window is built around. */
  hit: number | undefined;
  /** The first other lines with the keyword, those before `start` too. */
  otherHits: number[];
  otherHitCount: number;
}

/** Part of the window that stands before the keyword's line (GenericAgent), and of a long line before the keyword. */
const SHARE_BEFORE = 1 / 3;

/** Reads a window of lines and holds no more of the file than that. */
export async function readWindow(file: TextFile, options: WindowOptions): Promise<FileWindow> {
  const { start, count, keyword, signal } = options;
  const found = keyword === undefined ? undefined : await findKeyword(file, keyword, start, signal);
  const window: FileWindow = {
    lines: [],
    total: undefined,
    hit: found?.hit?.number,
    otherHits: found?.others ?? [],
    otherHitCount: found?.otherCount ?? 0,
  };
  const from = window.hit ? Math.max(1, window.hit - Math.floor(count * SHARE_BEFORE)) : start;
  const isWanted = keyword === undefined || window.hit !== undefined;
  const reachedEnd = isWanted && (await takeLines(file, from, options, window, found));
  if (!reachedEnd) window.total = found?.total ?? (await countLines(file, signal));
  return window;
}

/** Whether the last line of the file is among them. */
async function takeLines(
  file: TextFile,
  from: number,
  options: WindowOptions,
  window: FileWindow,
  found: KeywordHits | undefined,
): Promise<boolean> {
  const { count, column, maxLineChars, keyword = "", signal } = options;
  const columnOf = (number: number): number => {
    if (number !== found?.hit?.number) return column;
    const at = found.hit.column - column;
    return at + keyword.length > maxLineChars
      ? column + at - Math.floor(maxLineChars * SHARE_BEFORE)
      : column;
  };
  const near = found && nearest(found.starts, from);
  for await (const lines of readLines(file, { from, columnOf, keepChars: maxLineChars, near, signal }))
    for (const line of lines) {
      if (window.lines.length === count) return false;
      window.lines.push(line);
      window.total = line.number;
    }
  // Past the end nothing was counted.
  return window.lines.length > 0;
}

const nearest = (starts: readonly LineStart[], from: number): LineStart | undefined =>
  starts.findLast(({ number }) => number <= from);

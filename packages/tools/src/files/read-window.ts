import { countLines } from "./count-lines.js";
import { type Line, readLines } from "./read-lines.js";

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

export interface ShownLine extends Line {
  /** Where `text` begins in the line, counted from 1. */
  column: number;
}

export interface FileWindow {
  lines: ShownLine[];
  /** Lines of the file; undefined where it is too long to be counted. */
  total: number | undefined;
  /** The line with the keyword that the window is built around. */
  hit: number | undefined;
  /** The first other lines with the keyword, those before `start` too. */
  otherHits: number[];
  otherHitCount: number;
}

/** Part of the window that stands before the keyword's line (GenericAgent). */
const SHARE_BEFORE = 1 / 3;
const MAX_HITS_NAMED = 10;
/** Other hits are looked for in this much text after the window. */
const SEARCH_AHEAD_CHARS = 256 * 1024 * 1024;

/** Reads a window of lines and holds no more of the file than that. */
export async function readWindow(path: string, options: WindowOptions): Promise<FileWindow> {
  const window: FileWindow = { lines: [], total: undefined, hit: undefined, otherHits: [], otherHitCount: 0 };
  const reachedEnd = await (options.keyword === undefined ? takeLines : searchLines)(path, options, window);
  if (!reachedEnd) window.total = await countLines(path, options.signal);
  return window;
}

async function takeLines(path: string, options: WindowOptions, window: FileWindow): Promise<boolean> {
  const { start, count, column, maxLineChars, signal } = options;
  let last = 0;
  for await (const lines of readLines(path, { from: start, column, keepChars: maxLineChars, signal }))
    for (const line of lines) {
      if (window.lines.length === count) return false;
      window.lines.push({ ...line, column });
      last = line.number;
    }
  // Past the end nothing was counted.
  if (last === 0) return false;
  window.total = last;
  return true;
}

/** Every line is looked at, also those before `start`, so that the answer can say where else the keyword is. */
async function searchLines(path: string, options: WindowOptions, window: FileWindow): Promise<boolean> {
  const { start, count, column, signal } = options;
  const keyword = options.keyword!.toLowerCase();
  const linesBefore = Math.floor(count * SHARE_BEFORE);
  let charsAhead = 0;

  for await (const lines of readLines(path, { column, signal })) {
    for (const line of lines) {
      window.total = line.number;
      const at = line.text.toLowerCase().indexOf(keyword);
      const anchors = at >= 0 && line.number >= start && window.hit === undefined;
      if (anchors) window.hit = line.number;
      else if (at >= 0 && ++window.otherHitCount <= MAX_HITS_NAMED) window.otherHits.push(line.number);

      if (window.hit === undefined || anchors || window.lines.length < count)
        window.lines.push(around(line, at, keyword, options));
      else charsAhead += line.length + 1;
      if (window.hit === undefined && window.lines.length > linesBefore) window.lines.shift();
    }
    if (charsAhead > SEARCH_AHEAD_CHARS) return false;
  }
  window.total ??= 0;
  return true;
}

/** The part of a line that is shown: from its start, or around the keyword where that lies further right. */
function around(line: Line, at: number, keyword: string, { column, maxLineChars }: WindowOptions): ShownLine {
  const from = at + keyword.length > maxLineChars ? Math.max(0, at - Math.floor(maxLineChars / 3)) : 0;
  return { ...line, text: line.text.slice(from, from + maxLineChars), column: column + from };
}

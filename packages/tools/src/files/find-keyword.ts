import type { LineStart } from "./read-lines.js";
import type { TextCodec } from "./text-codec.js";
import { chunksOf, lineFeedsIn, type TextFile } from "./text-file.js";

export interface KeywordHits {
  /** The first line from `start` on that holds the keyword. */
  hit: { number: number; column: number } | undefined;
  /** The first other lines with it, those before `start` too. */
  others: number[];
  otherCount: number;
  /** Where some lines begin: reading may go on from there. */
  starts: LineStart[];
  /** Lines of the file, where it was searched to its end. */
  total: number | undefined;
}

const MAX_HITS_NAMED = 10;
/** More than a character takes in any encoding. */
const MAX_CHAR_BYTES = 4;
/** Other hits are looked for in this much of the file after the first one. */
const SEARCH_AHEAD_BYTES = 512 * 1024 * 1024;

/**
 * Looks for a keyword, case ignored, in the bytes as they are: decoding a gigabyte takes half a minute, looking
 * through its bytes a second.
 */
export async function findKeyword(
  file: TextFile,
  keyword: string,
  start: number,
  signal: AbortSignal,
): Promise<KeywordHits> {
  const found: KeywordHits = { hit: undefined, others: [], otherCount: 0, starts: [], total: undefined };
  const feeds = lineFeedsIn(file);
  const pattern = patternFor(keyword, file.codec);
  const overlap = 2 * MAX_CHAR_BYTES * keyword.length;
  let line: LineStart = { number: 1, offset: file.bomLength };
  let lastHit = 0;
  let ahead = 0;
  let carried = Buffer.alloc(0);

  for await (const chunk of chunksOf(file, file.bomLength, signal)) {
    const bytes = Buffer.concat([carried, chunk.bytes]);
    const offset = chunk.offset - carried.length;
    let passed = 0;
    const passTo = (end: number): void => {
      const part = bytes.subarray(passed, end);
      const lineStart = feeds.afterLast(part);
      if (lineStart > 0)
        line = { number: line.number + feeds.count(part), offset: offset + passed + lineStart };
      passed = end;
    };

    found.starts.push(line);
    for (const index of matchesIn(bytes, pattern, overlap, file.codec)) {
      passTo(index);
      if (line.number === lastHit) continue;
      lastHit = line.number;
      if (found.hit || line.number < start) {
        if (++found.otherCount <= MAX_HITS_NAMED) found.others.push(line.number);
      } else {
        const column = await columnAt(file, line.offset, offset + index, signal);
        found.hit = { number: line.number, column };
      }
    }
    passTo(Math.max(passed, carryFrom(bytes, overlap)));
    carried = Buffer.from(bytes.subarray(passed));
    if (found.hit) ahead += chunk.bytes.length;
    if (ahead > SEARCH_AHEAD_BYTES) return found;
  }
  const isOpen = carried.length > 0 && feeds.afterLast(carried) !== carried.length;
  found.total = line.number + feeds.count(carried) - (isOpen ? 0 : 1);
  return found;
}

/** Longer strings are slow to make and to throw away. */
const SLICE_BYTES = 64 * 1024;

/** Where the pattern stands, once in each line at least. */
function* matchesIn(
  bytes: Buffer,
  pattern: RegExp,
  overlap: number,
  codec: TextCodec,
): Generator<number, void, void> {
  for (let from = 0; from < bytes.length; from += SLICE_BYTES) {
    const view = bytes.toString("latin1", from, from + SLICE_BYTES + overlap);
    pattern.lastIndex = 0;
    for (let match = pattern.exec(view); match; match = pattern.exec(view)) {
      if (match.index >= SLICE_BYTES) break; // it belongs to the next slice
      const index = from + match.index;
      const isReal = index % codec.unitBytes === 0 && codec.isBoundary(bytes, index);
      if (isReal) yield index;
      const next = isReal ? view.indexOf("\n", match.index) : match.index + 1;
      if (next < 0) break;
      pattern.lastIndex = next;
    }
  }
}

/** The keyword as its bytes in the file, in upper and lower case. */
function patternFor(keyword: string, codec: TextCodec): RegExp {
  const chars = [...keyword].map((char) => {
    const forms = new Set([char, char.toLowerCase(), char.toUpperCase()]);
    const encoded = [...forms].flatMap((form) => codec.encode(form) ?? []);
    return `(?:${encoded.map(escapeBytes).join("|") || "(?!)"})`;
  });
  return new RegExp(chars.join(""), "g");
}

const escapeBytes = (bytes: Buffer): string => bytes.toString("hex").replace(/../g, "\\x$&");

const MAX_LINE_CARRIED = 64 * 1024;
const LINE_FEED = 10;

/** A keyword may lie across the border of two chunks: the last line is looked at again, or its end where it is long. */
function carryFrom(bytes: Buffer, overlap: number): number {
  const lineStart = bytes.lastIndexOf(LINE_FEED) + 1;
  const end = Math.max(0, bytes.length - overlap);
  const from = lineStart > bytes.length - MAX_LINE_CARRIED ? Math.min(lineStart, end) : end;
  return from - (from % 2);
}

/** The column, counted from 1, of a place in a line. */
async function columnAt(
  file: TextFile,
  lineOffset: number,
  offset: number,
  signal: AbortSignal,
): Promise<number> {
  const decoder = file.codec.decoder();
  let column = 1;
  for await (const chunk of chunksOf(file, lineOffset, signal)) {
    const length = Math.min(chunk.bytes.length, offset - chunk.offset);
    column += decoder.write(chunk.bytes.subarray(0, length)).length;
    if (chunk.offset + length >= offset) break;
  }
  return column;
}

import { readSync } from "node:fs";
import type { Query } from "./query.js";
import type { OpenSegment } from "./segment-file.js";

/** BM25's usual values. */
const K1 = 1.2;
const B = 0.75;
/** Entries of lists that one search reads: beyond it the most frequent words are left out, all but the two rarest. */
const MAX_POSTINGS = 200_000;

export interface Term {
  hash: number;
  weight: number;
}

/** Rarest first; what no line has is left out. */
export function weighted(query: Query, segments: readonly OpenSegment[], lines: number): Term[] {
  const terms = query.terms.map(({ hash, weight }) => {
    const frequency = segments.reduce((sum, segment) => sum + frequencyOf(segment, hash), 0);
    return { hash, frequency, weight: weight * Math.log(1 + (lines - frequency + 0.5) / (frequency + 0.5)) };
  });
  const known = terms.filter(({ frequency }) => frequency > 0).sort((a, b) => a.frequency - b.frequency);
  let postings = 0;
  return known.filter(({ frequency }, index) => {
    postings += frequency;
    return index < 2 || postings <= MAX_POSTINGS;
  });
}

const sumCache = new WeakMap<Uint16Array, number>();

export function sumOf(lengths: Uint16Array): number {
  let sum = sumCache.get(lengths);
  if (sum === undefined) {
    sum = 0;
    for (const length of lengths) sum += length;
    sumCache.set(lengths, sum);
  }
  return sum;
}

/** Words from which on a line counts as equally long. */
const LONGEST = 1023;

/** What BM25 adds to a count, by the words of a line. */
export function normsFor(meanWords: number): Float32Array {
  const norms = new Float32Array(LONGEST + 1);
  for (let words = 0; words <= LONGEST; words++) norms[words] = K1 * (1 - B + (B * words) / meanWords);
  return norms;
}

/** Scores by line, and the lines that have one. */
export interface SegmentScores {
  scores: Float32Array;
  touched: Uint32Array;
  count: number;
}

export function scoresIn(segment: OpenSegment, terms: readonly Term[], norms: Float32Array): SegmentScores {
  const { lengths } = segment;
  const found = {
    scores: new Float32Array(lengths.length),
    touched: new Uint32Array(lengths.length),
    count: 0,
  };
  for (const { hash, weight } of terms) {
    const postings = postingsOf(segment, hash);
    if (postings.length > 0) addScores(found, lengths, norms, postings, weight * (K1 + 1));
  }
  return found;
}

function addScores(
  found: SegmentScores,
  lengths: Uint16Array,
  norms: Float32Array,
  postings: Uint8Array,
  weight: number,
): void {
  const { scores, touched } = found;
  const docs = lengths.length;
  let { count: touchedCount } = found;
  let doc = -1;
  for (let at = 0; at < postings.length; ) {
    let byte = postings[at++]!;
    let value = byte & 127;
    for (let shift = 7; byte > 127 && at < postings.length; shift += 7) {
      byte = postings[at++]!;
      value |= (byte & 127) << shift;
    }
    doc += value >>> 1;
    const count = value & 1 ? postings[at++]! : 1;
    if (doc >= docs) break; // damaged: the rest of the list cannot be trusted
    const old = scores[doc]!;
    if (old === 0) touched[touchedCount++] = doc;
    scores[doc] = old + (weight * count) / (count + norms[Math.min(lengths[doc]!, LONGEST)]!);
  }
  found.count = touchedCount;
}

function placeOf({ terms }: OpenSegment, hash: number): number {
  let low = 0;
  let high = terms.length - 1;
  while (low <= high) {
    const middle = (low + high) >> 1;
    const value = terms[middle]!;
    if (value === hash) return middle;
    if (value < hash) low = middle + 1;
    else high = middle - 1;
  }
  return -1;
}

function frequencyOf(segment: OpenSegment, hash: number): number {
  const place = placeOf(segment, hash);
  return place < 0 ? 0 : segment.frequencies[place]!;
}

/** Read as asked: a list is a few kilobytes, and what is read often stays in the system's cache. */
function postingsOf(segment: OpenSegment, hash: number): Uint8Array {
  const place = placeOf(segment, hash);
  if (place < 0) return new Uint8Array(0);
  const [start, end] = [segment.starts[place]!, segment.starts[place + 1]!];
  const bytes = Buffer.allocUnsafe(end - start);
  const bytesRead = readSync(segment.file.fd, bytes, 0, bytes.length, segment.postingsAt + start);
  return bytes.subarray(0, bytesRead);
}

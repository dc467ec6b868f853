import { readSync } from "node:fs";
import type { OpenSegment } from "./segment-file.js";

/** In how many lines of the segment a word stands. */
export function frequencyOf(segment: OpenSegment, hash: number): number {
  const place = placeOf(segment, hash);
  return place < 0 ? 0 : segment.frequencies[place]!;
}

/** The list of a word, read as asked: it is a few kilobytes, and what is read often stays in the system's cache. */
export function postingsOf(segment: OpenSegment, hash: number): Uint8Array {
  const place = placeOf(segment, hash);
  if (place < 0) return new Uint8Array(0);
  const [start, end] = [segment.starts[place]!, segment.starts[place + 1]!];
  const bytes = Buffer.allocUnsafe(end - start);
  const bytesRead = readSync(segment.file.fd, bytes, 0, bytes.length, segment.postingsAt + start);
  return bytes.subarray(0, bytesRead);
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

const sums = new WeakMap<Uint16Array, number>();

/** Words in all lines of the segment. */
export function wordsIn({ lengths }: OpenSegment): number {
  let sum = sums.get(lengths);
  if (sum === undefined) {
    sum = 0;
    for (const length of lengths) sum += length;
    sums.set(lengths, sum);
  }
  return sum;
}

/** Number of the session that a line belongs to. */
export function sessionAt({ sessions }: OpenSegment, doc: number): number {
  let low = 0;
  let high = sessions.length - 1;
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if (sessions[middle]!.first <= doc) low = middle;
    else high = middle - 1;
  }
  return low;
}

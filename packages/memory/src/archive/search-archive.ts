import { readSync } from "node:fs";
import type { ArchiveIndex } from "./archive-index.js";
import { SPEAKERS } from "./line-scanner.js";
import { plainQuery, type Query } from "./query.js";
import type { SegmentSession } from "./segment-builder.js";
import type { OpenSegment } from "./segment-file.js";

export interface ArchiveSearchOptions {
  /** Default 10. */
  limit?: number;
  /** ISO dates; sessions that began outside are passed over. */
  since?: string;
  until?: string;
  /** Only these sessions. */
  sessions?: ReadonlySet<string>;
}

/** A line of a journal that fits. */
export interface ArchiveHit {
  session: string;
  /** ISO time at which the session began. */
  at: string;
  speaker: string;
  /** Where the line begins in the journal, in bytes. */
  offset: number;
  score: number;
}

/** BM25's usual values. */
const K1 = 1.2;
const B = 0.75;
/** Lines that are looked at closer. */
const CANDIDATES = 100;
/** Entries of lists that one search reads: beyond it the most frequent words are left out, all but the two rarest. */
const MAX_POSTINGS = 200_000;

/** Weights found on the first conversation of LoCoMo; see docs/memory.md. */
const NEIGHBOUR = [0.45, 0.15] as const;
const SAME_SESSION = 0.15;
const SAME_SPEAKER = 0.25;
const SAME_DATE = 0.5;

/** The lines that fit best, by their words, their neighbours, their session, who speaks, and when. */
export async function searchArchive(
  index: ArchiveIndex,
  text: string,
  options: ArchiveSearchOptions = {},
): Promise<ArchiveHit[]> {
  const segments = [...index.segments.values()];
  const speakers = [...new Set(segments.flatMap((segment) => segment.speakers))];
  const query = plainQuery(text, speakers);
  const lines = index.lines;
  const words = segments.reduce((sum, { lengths }) => sum + sumOf(lengths), 0);
  const terms = weighted(query, segments, lines);
  const norms = normsFor(words / Math.max(1, lines));
  const found: Scored[] = [];
  for (const segment of segments) {
    const allowed = sessionFilter(segment, options);
    if (allowed === NONE) continue;
    const scored = scoresIn(segment, terms, norms);
    found.push(...bestIn(segment, scored, allowed));
  }
  const best = found.sort((a, b) => b.score - a.score).slice(0, CANDIDATES);
  const candidates = closer(best, query).sort((a, b) => b.score - a.score);
  return candidates.slice(0, options.limit ?? 10).map(hitOf);
}

/** A line by its words alone. */
interface Scored {
  segment: OpenSegment;
  scores: Float32Array;
  doc: number;
  score: number;
}

interface Candidate {
  segment: OpenSegment;
  doc: number;
  session: SegmentSession;
  score: number;
}

interface Term {
  hash: number;
  weight: number;
}

/** Rarest first; what no line has is left out. */
function weighted(query: Query, segments: readonly OpenSegment[], lines: number): Term[] {
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

function sumOf(lengths: Uint16Array): number {
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
function normsFor(meanWords: number): Float32Array {
  const norms = new Float32Array(LONGEST + 1);
  for (let words = 0; words <= LONGEST; words++) norms[words] = K1 * (1 - B + (B * words) / meanWords);
  return norms;
}

/** Scores by line, and the lines that have one. */
interface SegmentScores {
  scores: Float32Array;
  touched: Uint32Array;
  count: number;
}

function scoresIn(segment: OpenSegment, terms: readonly Term[], norms: Float32Array): SegmentScores {
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

const NONE = Symbol("none");
type Allowed = typeof NONE | undefined | ReadonlySet<number>;

/** Numbers of the sessions that may be shown; `undefined` for all. */
function sessionFilter(
  { sessions }: OpenSegment,
  { since, until, sessions: wanted }: ArchiveSearchOptions,
): Allowed {
  if (!since && !until && !wanted) return undefined;
  const allowed = new Set<number>();
  for (const [number, { id, at }] of sessions.entries()) {
    const isIn = (!since || at >= since) && (!until || at.slice(0, until.length) <= until);
    if (isIn && (!wanted || wanted.has(id))) allowed.add(number);
  }
  return allowed.size === 0 ? NONE : allowed;
}

function bestIn(
  segment: OpenSegment,
  found: SegmentScores,
  allowed: Exclude<Allowed, typeof NONE>,
): Scored[] {
  const isAllowed = allowed && ((doc: number) => allowed.has(sessionAt(segment.sessions, doc)));
  const { scores } = found;
  return topOf(found, CANDIDATES, isAllowed).map((doc) => ({ segment, scores, doc, score: scores[doc]! }));
}

/** The best lines and those around them, with what the archive knows beyond words. */
function closer(best: readonly Scored[], query: Query): Candidate[] {
  const sessionScores = new Map<SegmentSession, number>();
  for (const { segment, doc, score } of best) {
    const session = segment.sessions[sessionAt(segment.sessions, doc)]!;
    sessionScores.set(session, Math.max(sessionScores.get(session) ?? 0, score));
  }
  const candidates = new Map<OpenSegment, Map<number, Candidate>>();
  for (const { segment, scores, doc } of best) {
    const inSegment = candidates.get(segment) ?? new Map<number, Candidate>();
    candidates.set(segment, inSegment);
    const number = sessionAt(segment.sessions, doc);
    const session = segment.sessions[number]!;
    const end = segment.sessions[number + 1]?.first ?? scores.length;
    for (let near = Math.max(session.first, doc - 2); near < Math.min(end, doc + 3); near++) {
      if (inSegment.has(near)) continue;
      let score =
        withNeighbours(scores, near, session.first, end) + SAME_SESSION * sessionScores.get(session)!;
      if (query.speakers.has(speakerName(segment, near))) score *= 1 + SAME_SPEAKER;
      if (query.dates.some((date) => session.at.startsWith(date))) score *= 1 + SAME_DATE;
      inSegment.set(near, { segment, doc: near, session, score });
    }
  }
  return [...candidates.values()].flatMap((inSegment) => [...inSegment.values()]);
}

/** An answer stands beside its question, and seldom repeats its words. */
function withNeighbours(scores: Float32Array, doc: number, first: number, end: number): number {
  let score = scores[doc]!;
  for (const [index, weight] of NEIGHBOUR.entries()) {
    if (doc - index - 1 >= first) score += weight * scores[doc - index - 1]!;
    if (doc + index + 1 < end) score += weight * scores[doc + index + 1]!;
  }
  return score;
}

function sessionAt(sessions: readonly SegmentSession[], doc: number): number {
  let low = 0;
  let high = sessions.length - 1;
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if (sessions[middle]!.first <= doc) low = middle;
    else high = middle - 1;
  }
  return low;
}

/** Steps between no score and the highest one. */
const STEPS = 2048;

/** Numbers of the lines with the highest scores: counted by steps first, so that only a few need sorting. */
function topOf(
  { scores, touched, count: all }: SegmentScores,
  count: number,
  isAllowed?: (doc: number) => boolean,
): number[] {
  let most = 0;
  for (let index = 0; index < all; index++) most = Math.max(most, scores[touched[index]!]!);
  const steps = new Uint32Array(STEPS + 1);
  const scale = STEPS / most;
  for (let index = 0; index < all; index++) {
    const doc = touched[index]!;
    if (!isAllowed || isAllowed(doc)) steps[(scores[doc]! * scale) | 0]!++;
  }
  let step = STEPS;
  for (let taken = steps[step]!; taken < count && step > 0; ) taken += steps[--step]!;
  const least = step / scale;
  const top: number[] = [];
  for (let index = 0; index < all; index++) {
    const doc = touched[index]!;
    if (scores[doc]! >= least && (!isAllowed || isAllowed(doc))) top.push(doc);
  }
  return top.sort((a, b) => scores[b]! - scores[a]!).slice(0, count);
}

const speakerName = ({ speakerOf, speakers }: OpenSegment, doc: number): string => {
  const number = speakerOf[doc]!;
  return number < SPEAKERS.length ? SPEAKERS[number]! : (speakers[number - SPEAKERS.length] ?? "");
};

const hitOf = ({ segment, doc, session, score }: Candidate): ArchiveHit => ({
  ...{
    session: session.id,
    at: session.at,
    speaker: speakerName(segment, doc),
    offset: segment.offsets[doc]!,
    score,
  },
});

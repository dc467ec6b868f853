import type { ArchiveIndex } from "./archive-index.js";
import { plainQuery, type Query } from "./query.js";
import { type Candidate, rankCandidates, type Scored, speakerName } from "./rank-candidates.js";
import type { OpenSegment } from "./segment-file.js";
import { frequencyOf, postingsOf, wordsIn } from "./segment-lists.js";
import { K1, type LengthTables, lengthTables, SegmentScores } from "./segment-scores.js";

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

/** Bytes of a list that is worth a look at what is still needed of it. */
const LONG_LIST = 2_048;
/** Lines that are looked at closer. */
const CANDIDATES = 100;

/** The lines that fit best, by their words, their neighbours, their session, who speaks, and when. */
export async function searchArchive(
  index: ArchiveIndex,
  text: string,
  options: ArchiveSearchOptions = {},
): Promise<ArchiveHit[]> {
  const segments = [...index.segments.values()];
  const speakers = [...new Set(segments.flatMap((segment) => segment.speakers))];
  const query = plainQuery(text, speakers);
  const words = segments.reduce((sum, segment) => sum + wordsIn(segment), 0);
  const terms = weighted(query, segments, index.lines);
  const tables = lengthTables(words / Math.max(1, index.lines));
  const used: SegmentScores[] = [];
  try {
    let best: Scored[] = [];
    for (const segment of segments) {
      const allowed = allowedLines(segment, options);
      if (allowed === NONE) continue;
      const scored = scoresOf(segment);
      used.push(scored);
      best = merged(best, scoredIn(segment, scored, { terms, tables, allowed, best }));
    }
    return rankCandidates(best, query)
      .slice(0, options.limit ?? 10)
      .map(hitOf);
  } finally {
    for (const scored of used) scored.clear();
  }
}

interface Term {
  hash: number;
  weight: number;
  /** More than this no line gets from this word and those after it. */
  most: number;
}

/** The words that tell most apart first. What no line has is left out. */
function weighted(query: Query, segments: readonly OpenSegment[], lines: number): Term[] {
  const terms = query.terms.flatMap(({ hash, weight }) => {
    const frequency = segments.reduce((sum, segment) => sum + frequencyOf(segment, hash), 0);
    const rarity = Math.log(1 + (lines - frequency + 0.5) / (frequency + 0.5));
    return frequency > 0 ? [{ hash, weight: weight * rarity }] : [];
  });
  terms.sort((a, b) => b.weight - a.weight);
  let most = 0;
  const sums = terms
    .map(({ weight }) => weight * (K1 + 1))
    .reverse()
    .map((each) => (most += each))
    .reverse();
  return terms.map((term, index) => ({ ...term, most: sums[index]! }));
}

/** Kept from search to search, for new memory costs more than counting. A search has no pause in which another one could begin. */
const kept = new WeakMap<OpenSegment, SegmentScores>();

function scoresOf(segment: OpenSegment): SegmentScores {
  const scored = kept.get(segment) ?? new SegmentScores(segment.lengths);
  kept.set(segment, scored);
  return scored;
}

function scoredIn(
  segment: OpenSegment,
  scored: SegmentScores,
  given: {
    terms: readonly Term[];
    tables: LengthTables;
    allowed: Uint8Array | undefined;
    best: readonly Scored[];
  },
): Scored[] {
  const { scores } = scored;
  const least = given.best.length === CANDIDATES ? given.best.at(-1)!.score : 0;
  // From some word on a line with none of the rarer ones cannot come among the best any more.
  let isDecided = false;
  for (const { hash, weight, most } of given.terms) {
    const postings = postingsOf(segment, hash);
    if (postings.length === 0) continue;
    if (!isDecided && postings.length >= LONG_LIST && most < scored.leastOf(CANDIDATES, least)) {
      isDecided = true;
      scored.widen();
    }
    scored.add(postings, weight, given.tables, given.allowed, isDecided);
  }
  return scored.best(CANDIDATES, least).map((doc) => ({ segment, scores, doc, score: scores[doc]! }));
}

const merged = (a: readonly Scored[], b: readonly Scored[]): Scored[] =>
  [...a, ...b].sort((one, other) => other.score - one.score).slice(0, CANDIDATES);

const NONE = Symbol("none");

/** By line, 1 for those of sessions that may be shown; `undefined` for all. */
function allowedLines(
  { sessions, lengths }: OpenSegment,
  { since, until, sessions: wanted }: ArchiveSearchOptions,
): typeof NONE | undefined | Uint8Array {
  const isAllowed = sessions.map(
    ({ id, at }) =>
      (!since || at >= since) &&
      (!until || at.slice(0, until.length) <= until) &&
      (!wanted || wanted.has(id)),
  );
  if (isAllowed.every(Boolean)) return undefined;
  if (!isAllowed.some(Boolean)) return NONE;
  const allowed = new Uint8Array(lengths.length);
  for (const [number, { first }] of sessions.entries())
    if (isAllowed[number]) allowed.fill(1, first, sessions[number + 1]?.first ?? lengths.length);
  return allowed;
}

const hitOf = ({ segment, doc, session, score }: Candidate): ArchiveHit => ({
  ...{
    session: session.id,
    at: session.at,
    speaker: speakerName(segment, doc),
    offset: segment.offsets[doc]!,
    score,
  },
});

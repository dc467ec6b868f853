import type { ArchiveIndex } from "./archive-index.js";
import { type Candidate, closer, type Scored, sessionAt, speakerName } from "./look-closer.js";
import { plainQuery } from "./query.js";
import { normsFor, type SegmentScores, scoresIn, sumOf, weighted } from "./score-lines.js";
import type { OpenSegment } from "./segment-file.js";
import { topOf } from "./top-of.js";

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

const hitOf = ({ segment, doc, session, score }: Candidate): ArchiveHit => ({
  ...{
    session: session.id,
    at: session.at,
    speaker: speakerName(segment, doc),
    offset: segment.offsets[doc]!,
    score,
  },
});

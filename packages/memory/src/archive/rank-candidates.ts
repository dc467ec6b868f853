import { SPEAKERS } from "./line-scanner.js";
import type { Query } from "./query.js";
import type { SegmentSession } from "./segment-builder.js";
import type { OpenSegment } from "./segment-file.js";
import { sessionAt } from "./segment-lists.js";

/** A line by its words alone. */
export interface Scored {
  segment: OpenSegment;
  /** Of all lines of the segment. */
  scores: Float32Array;
  doc: number;
  score: number;
}

export interface Candidate {
  segment: OpenSegment;
  doc: number;
  session: SegmentSession;
  score: number;
}

/** Weights found on the first conversation of LoCoMo; see docs/memory.md. */
const NEIGHBOUR = [0.45, 0.15] as const;
const SAME_SESSION = 0.15;
const SAME_SPEAKER = 0.25;
const SAME_DATE = 0.5;

/** The best lines and those around them, with what the archive knows beyond words; best first. */
export function rankCandidates(best: readonly Scored[], query: Query): Candidate[] {
  const sessionScores = new Map<SegmentSession, number>();
  for (const { segment, doc, score } of best) {
    const session = segment.sessions[sessionAt(segment, doc)]!;
    sessionScores.set(session, Math.max(sessionScores.get(session) ?? 0, score));
  }
  const candidates = new Map<OpenSegment, Map<number, Candidate>>();
  for (const { segment, scores, doc } of best) {
    const inSegment = candidates.get(segment) ?? new Map<number, Candidate>();
    candidates.set(segment, inSegment);
    const number = sessionAt(segment, doc);
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
  const all = [...candidates.values()].flatMap((inSegment) => [...inSegment.values()]);
  return all.sort((a, b) => b.score - a.score);
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

export const speakerName = ({ speakerOf, speakers }: OpenSegment, doc: number): string => {
  const number = speakerOf[doc]!;
  return number < SPEAKERS.length ? SPEAKERS[number]! : (speakers[number - SPEAKERS.length] ?? "");
};

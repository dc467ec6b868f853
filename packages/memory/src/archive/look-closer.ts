import { SPEAKERS } from "./line-scanner.js";
import type { Query } from "./query.js";
import type { SegmentSession } from "./segment-builder.js";
import type { OpenSegment } from "./segment-file.js";

/** Weights found on the first conversation of LoCoMo; see docs/memory.md. */
const NEIGHBOUR = [0.45, 0.15] as const;
const SAME_SESSION = 0.15;
const SAME_SPEAKER = 0.25;
const SAME_DATE = 0.5;

/** A line by its words alone. */
export interface Scored {
  segment: OpenSegment;
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

/** The best lines and those around them, with what the archive knows beyond words. */
export function closer(best: readonly Scored[], query: Query): Candidate[] {
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

export function sessionAt(sessions: readonly SegmentSession[], doc: number): number {
  let low = 0;
  let high = sessions.length - 1;
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if (sessions[middle]!.first <= doc) low = middle;
    else high = middle - 1;
  }
  return low;
}

export const speakerName = ({ speakerOf, speakers }: OpenSegment, doc: number): string => {
  const number = speakerOf[doc]!;
  return number < SPEAKERS.length ? SPEAKERS[number]! : (speakers[number - SPEAKERS.length] ?? "");
};

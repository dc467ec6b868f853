import { blockOf, type MixinState, orderOf } from "./mixin-state.js";

/** How far one ask has come: a round asks each session at most once. */
export interface Round {
  /** Counted from 1. */
  number: number;
  /** Sessions that failed in this round. */
  tried: readonly number[];
  /** Sessions that are not asked again for this message. */
  out: readonly number[];
}

export const firstRound: Round = { number: 1, tried: [], out: [] };

export interface RoundRules {
  now: number;
  /** How many sessions there are. */
  count: number;
  /** Size of the request in characters. */
  chars: number;
  maxRounds: number;
  baseDelayMs: number;
  factor: number;
  maxDelayMs: number;
  /** A cool-down with more than this to go is not waited for. */
  maxRetryAfterMs: number;
}

export type Step =
  | { type: "ask"; index: number }
  /** Nobody can be asked now: `round` begins after `ms`. */
  | { type: "wait"; ms: number; round: Round }
  /** Nobody is left; `until` is when the first one may be asked again, where that is known. */
  | { type: "give-up"; until?: number };

/** What to do next, from where everything stands. */
export function nextStep(state: MixinState, round: Round, rules: RoundRules): Step {
  const { now, count, chars } = rules;
  const candidates = orderOf(state, count, now).filter(
    (index) => !round.out.includes(index) && !(chars >= (state.tooLong[index] ?? Number.POSITIVE_INFINITY)),
  );
  const free = candidates.filter((index) => !blockOf(state, index, now));
  const index = free.find((candidate) => !round.tried.includes(candidate));
  if (index !== undefined) return { type: "ask", index };

  const ends = candidates.flatMap((candidate) => blockOf(state, candidate, now)?.until ?? []);
  const coolest = ends.length > 0 ? Math.min(...ends) : undefined;
  const giveUp: Step = { type: "give-up", ...(coolest !== undefined && { until: coolest }) };
  const finished = round.tried.length > 0 && round.number >= rules.maxRounds;
  const waits = [
    ...(free.length > 0 ? [delayAfter(round.number, rules)] : []),
    ...(coolest !== undefined && coolest - now <= rules.maxRetryAfterMs ? [coolest - now] : []),
  ];
  if (finished || waits.length === 0) return giveUp;
  // A wait for a cool-down in which nobody was asked is no round.
  const number = round.tried.length > 0 ? round.number + 1 : round.number;
  return { type: "wait", ms: Math.min(...waits), round: { ...round, number, tried: [] } };
}

const delayAfter = (round: number, { baseDelayMs, factor, maxDelayMs }: RoundRules): number =>
  Math.min(maxDelayMs, baseDelayMs * factor ** (round - 1));

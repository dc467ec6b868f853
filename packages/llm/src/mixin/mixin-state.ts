import { describeFailure, type FailureAction } from "./failure-action.js";

/** A session that is asked first, who wants it so, and for how long. Times are milliseconds on the Mixin's clock. */
export interface Preference {
  index: number;
  owner: "user" | "failover";
  /** Absent: without end. */
  until?: number;
}

/** Why a session is not asked, and how long. */
export interface Block {
  /** Absent: until it is chosen by hand. */
  until?: number;
  code: string;
  message: string;
}

/**
 * Which sessions may be asked and which comes first: plain data, replaced and never changed. The user's choice and
 * the fallback are two entries with an end each, so that neither overwrites the other.
 */
export interface MixinState {
  choice?: Preference;
  fallback?: Preference;
  /** By index of the session. */
  blocks: Readonly<Record<number, Block>>;
  /** Characters of the request that was too long for a session, by its index. */
  tooLong: Readonly<Record<number, number>>;
}

export const initialState: MixinState = { blocks: {}, tooLong: {} };

/** Where the Mixin belongs: the user's choice, else the first session. */
export const homeOf = (state: MixinState, now: number): number => alive(state.choice, now)?.index ?? 0;

/** The order in which sessions are asked: the fallback while it lasts, home, then the others as they were given. */
export function orderOf(state: MixinState, count: number, now: number): number[] {
  const first = [alive(state.fallback, now)?.index, homeOf(state, now)].filter(
    (index) => index !== undefined,
  );
  return [...new Set([...first, ...Array(count).keys()])];
}

export const blockOf = (state: MixinState, index: number, now: number): Block | undefined =>
  alive(state.blocks[index], now);

/** The user wants this session, or none in particular: it is tried even where it was shut out before. */
export function chosen(state: MixinState, index: number | undefined, until?: number): MixinState {
  const { choice: _, fallback: __, ...rest } = state;
  if (index === undefined) return rest;
  const block = state.blocks[index];
  const choice: Preference = { index, owner: "user", ...(until !== undefined && { until }) };
  return {
    ...rest,
    choice,
    blocks: block?.until === undefined ? without(state.blocks, index) : state.blocks,
  };
}

export interface Failure {
  index: number;
  error: unknown;
  action: FailureAction;
  /** The answer broke off after its beginning was shown. */
  shown: boolean;
  /** Size of the request in characters. */
  chars: number;
}

/** A partial answer marks the next start: the connection to that server is not to be trusted for a while. */
export function failed(state: MixinState, failure: Failure, rules: StateRules): MixinState {
  const { index, action, shown, chars, error } = failure;
  const { now, count, springBackMs } = rules;
  let next = state;
  if (action.kind === "blocked") {
    const until = action.forMs === undefined ? {} : { until: now + action.forMs };
    next = { ...next, blocks: { ...next.blocks, [index]: { ...describeFailure(error), ...until } } };
  }
  if (action.kind === "not-for-this-size") next = { ...next, tooLong: { ...next.tooLong, [index]: chars } };
  if (!shown || action.kind === "report") return next;
  const other = orderOf(next, count, now).find(
    (candidate) => candidate !== index && !blockOf(next, candidate, now),
  );
  if (other === undefined) return next;
  return { ...next, fallback: { index: other, owner: "failover", until: now + springBackMs } };
}

export interface StateRules {
  now: number;
  /** How many sessions there are. */
  count: number;
  springBackMs: number;
}

/**
 * Whoever answers in place of home stays in front until home's cool-down ends, or for `springBackMs` where it has
 * none. When home answers, all is as it was.
 */
export function answered(state: MixinState, index: number, { now, springBackMs }: StateRules): MixinState {
  const home = homeOf(state, now);
  const { fallback, ...rest } = { ...state, blocks: without(state.blocks, index) };
  if (index === home) return rest;
  if (fallback?.index === index && alive(fallback, now)) return { ...rest, fallback };
  const block = blockOf(state, home, now);
  const until = block ? block.until : now + springBackMs;
  return { ...rest, fallback: { index, owner: "failover", ...(until !== undefined && { until }) } };
}

const alive = <T extends { until?: number }>(entry: T | undefined, now: number): T | undefined =>
  entry && (entry.until === undefined || now < entry.until) ? entry : undefined;

function without(blocks: MixinState["blocks"], index: number): MixinState["blocks"] {
  const { [index]: _, ...rest } = blocks;
  return rest;
}

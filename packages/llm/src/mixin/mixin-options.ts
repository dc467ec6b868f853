import type { ContextPolicy, Message } from "@genericagent/core-loop";
import { abortableSleep } from "../abortable-sleep.js";
import type { MixinState } from "./mixin-state.js";

export interface MixinOptions {
  /** The conversation so far. Default: that of the first session. */
  history?: readonly Message[];
  /** Keeps every request inside a budget, whichever session answers; those of the sessions themselves are not asked. */
  context?: ContextPolicy;
  /** Each session is asked at most so often for one message. Default 3. */
  maxRounds?: number;
  /** The wait after a round in which all failed; each further one is `factor` times as long. Default 1 500. */
  baseDelayMs?: number;
  /** Default 1.5. */
  factor?: number;
  /** Default 30 000. */
  maxDelayMs?: number;
  /** So long after a failover the first session is asked again. Default 300 000. */
  springBackMs?: number;
  /** A longer cool-down is not waited for: another session is asked, or the error says when. Default 60 000. */
  maxRetryAfterMs?: number;
  /** Where an earlier Mixin over the same sessions stood. */
  state?: MixinState;
  /** Default: the system's. */
  clock?: MixinClock;
}

export interface MixinClock {
  /** Milliseconds since some fixed moment. */
  now(): number;
  sleep(ms: number, signal?: AbortSignal): Promise<void>;
}

/** It goes on evenly, also where somebody sets the system's clock. */
export const systemClock: MixinClock = {
  now: () => performance.timeOrigin + performance.now(),
  sleep: abortableSleep,
};

/** What the state machine needs to know besides the state. */
export const rulesOf = (options: MixinOptions, count: number) => ({
  count,
  maxRounds: options.maxRounds ?? 3,
  baseDelayMs: options.baseDelayMs ?? 1500,
  factor: options.factor ?? 1.5,
  maxDelayMs: options.maxDelayMs ?? 30_000,
  springBackMs: options.springBackMs ?? 300_000,
  maxRetryAfterMs: options.maxRetryAfterMs ?? 60_000,
});

export type MixinRules = ReturnType<typeof rulesOf>;

import { setTimeout as wait } from "node:timers/promises";

/** Wall time: it may jump, and machines sleep. */
export interface Clock {
  /** Milliseconds since 1970. */
  now(): number;
  /** @throws `signal.reason` when aborted; no timer is left then. */
  sleep(ms: number, signal?: AbortSignal): Promise<void>;
}

/** The longest wait a timer of Node takes. */
const MAX_WAIT_MS = 2 ** 31 - 1;

export const systemClock: Clock = {
  now: () => Date.now(),
  sleep: async (ms, signal) => {
    signal?.throwIfAborted();
    try {
      await wait(Math.min(Math.max(ms, 0), MAX_WAIT_MS), undefined, signal && { signal });
    } catch (error) {
      signal?.throwIfAborted();
      throw error;
    }
  },
};

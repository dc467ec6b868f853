import { type Clock, systemClock } from "../host/clock.js";
import type { Notify, TaskSettings } from "../host/reflect-task.js";

/** What all watchers take. */
export interface WatchOptions {
  /** What the agent shall do; what happened is added below. */
  prompt: string;
  /** Names the receipts: `watch/<name>`. */
  name: string;
  /** Default 2 s. */
  quietMs?: number;
  /** Default 30 s. */
  maxWaitMs?: number;
  /** Lines that the prompt lists; the rest is counted. Default 50. */
  maxListed?: number;
  settings?: TaskSettings;
  clock?: Clock;
  signal?: AbortSignal;
  notify?: Notify;
}

export const watchDefaults = (options: WatchOptions) => {
  const {
    quietMs = 2_000,
    maxWaitMs = 30_000,
    maxListed = 50,
    clock = systemClock,
    notify = () => {},
  } = options;
  return { quietMs, maxWaitMs, maxListed, clock, notify, signal: options.signal };
};

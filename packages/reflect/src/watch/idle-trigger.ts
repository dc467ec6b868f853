import { errorMessage } from "@genericagent/core-loop";
import { type Clock, systemClock } from "../host/clock.js";
import type { Notify, ReflectTask } from "../host/reflect-task.js";

export interface IdleOptions {
  /** When the user was last seen, milliseconds since 1970. */
  lastActivity: () => Promise<number>;
  /** What to do now; nothing: the next look asks again. */
  nextTask: () => Promise<ReflectTask | undefined>;
  /** How often to look. Default 6 minutes (GenericAgent report). */
  checkMs?: number;
  /** How long the user must be away. Default 30 minutes. */
  idleMs?: number;
  /** Tasks at most until the user is seen again. Default 6. */
  maxPerAbsence?: number;
  clock?: Clock;
  signal?: AbortSignal;
  notify?: Notify;
}

const MINUTE = 60_000;

/** Yields a task when the user has been away for long enough, and again as long after each task's end. */
export async function* idleTrigger(options: IdleOptions): AsyncGenerator<ReflectTask, void, void> {
  const { checkMs = 6 * MINUTE, idleMs = 30 * MINUTE, maxPerAbsence = 6 } = options;
  const { lastActivity, nextTask, clock = systemClock, signal, notify = () => {} } = options;
  let seen = clock.now(); // whoever started this was there
  let ended = 0;
  let count = 0;
  const attempt = async <T>(what: string, call: () => Promise<T>): Promise<T | undefined> => {
    try {
      return await call();
    } catch (error) {
      signal?.throwIfAborted();
      notify({ type: "notice", code: "idle", message: `${what}: ${errorMessage(error)}` });
      return undefined;
    }
  };
  for (;;) {
    await clock.sleep(checkMs, signal);
    const activity = await attempt("Cannot tell whether somebody is there", lastActivity);
    if (activity === undefined) continue;
    if (activity > seen) [seen, count] = [Math.min(activity, clock.now()), 0];
    if (count >= maxPerAbsence || clock.now() - Math.max(seen, ended) < idleMs) continue;
    const task = await attempt("Cannot tell what to do", nextTask);
    if (!task) continue;
    count++;
    yield task;
    ended = clock.now();
  }
}

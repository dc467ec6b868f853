import { errorMessage, type Notice } from "@genericagent/core-loop";
import { ReflectError } from "../reflect-error.js";
import { type Clock, systemClock } from "./clock.js";
import type { Receipts } from "./receipts.js";
import type { ReflectEvent, ReflectTask, RunTask, TaskOutcome, Trigger } from "./reflect-task.js";
import { runLimited } from "./run-limited.js";
import { unlessAborted } from "./unless-aborted.js";

export interface ReflectOptions {
  signal?: AbortSignal;
  /** Remembers across crashes what was run; without it a task is run whenever the trigger yields it. */
  receipts?: Receipts;
  clock?: Clock;
  /** For tasks that name no limit of their own. Default one hour. */
  limitMs?: number;
  /** How long a run may take to end after its limit or the abort, before it is left alone. Default 10 s. */
  graceMs?: number;
}

export interface ReflectSummary {
  done: number;
  failed: number;
  passedOver: number;
}

const HOUR = 3_600_000;

/**
 * Runs what a trigger yields, one task after another, and writes a receipt before and after each run.
 *
 * A task that cannot be recorded is not run, and a notice says so.
 *
 * @throws `signal.reason` when stopped, what the trigger throws.
 */
export async function* reflect(
  trigger: Trigger,
  runTask: RunTask,
  options: ReflectOptions = {},
): AsyncGenerator<ReflectEvent, ReflectSummary, void> {
  const iterator = trigger[Symbol.asyncIterator]();
  const summary: ReflectSummary = { done: 0, failed: 0, passedOver: 0 };
  let waiting = false;
  try {
    for (;;) {
      waiting = true;
      const next = await unlessAborted(iterator.next(), options.signal);
      waiting = false;
      if (next.done) return summary;
      const outcome = yield* runOne(next.value, runTask, options);
      if (outcome === undefined) summary.passedOver++;
      else if (outcome.status === "done") summary.done++;
      else summary.failed++;
      options.signal?.throwIfAborted();
    }
  } finally {
    const left = iterator.return?.();
    // A trigger that waits without heeding the signal would hold the host back for ever.
    if (waiting) left?.catch(() => {});
    else await left;
  }
}

async function* runOne(
  task: ReflectTask,
  runTask: RunTask,
  { signal, receipts, clock = systemClock, limitMs = HOUR, graceMs = 10_000 }: ReflectOptions,
): AsyncGenerator<ReflectEvent, TaskOutcome | undefined, void> {
  const startedAt = clock.now();
  const taken = await attempt(() => receipts?.start(task, startedAt) ?? true);
  if (taken.trouble) yield taken.trouble;
  if (!taken.value) {
    yield { type: "task-passed-over", task };
    return undefined;
  }
  let unwritten: Notice | undefined;
  let outcome: TaskOutcome = { status: "aborted", text: "", why: NOT_BEGUN, startedAt, endedAt: startedAt };
  try {
    yield { type: "task-start", task };
    const limits = { limitMs: task.limitMs ?? limitMs, graceMs, ...(signal && { signal }) };
    outcome = { ...(await runLimited(task, runTask, limits)), startedAt, endedAt: clock.now() };
  } finally {
    unwritten = (await attempt(() => receipts?.end(task, outcome))).trouble;
  }
  if (unwritten) yield unwritten;
  const trouble = await settle(task, outcome);
  if (trouble) yield trouble;
  yield { type: "task-end", task, outcome };
  return outcome;
}

/** A disk that is full today has room tomorrow: it costs a task, not the host. */
async function attempt<T>(write: () => T | Promise<T>): Promise<{ value?: T; trouble?: Notice }> {
  try {
    return { value: await write() };
  } catch (error) {
    if (!(error instanceof ReflectError)) throw error;
    return { trouble: { type: "notice", code: error.code, message: error.message } };
  }
}

async function settle(task: ReflectTask, outcome: TaskOutcome): Promise<Notice | undefined> {
  try {
    await task.settle?.(outcome);
    return undefined;
  } catch (error) {
    const message = `What follows "${task.title}" failed: ${errorMessage(error)}`;
    return { type: "notice", code: "settle-failed", message };
  }
}

const NOT_BEGUN = "The reader of the events left before the run began.";

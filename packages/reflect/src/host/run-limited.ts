import { errorMessage } from "@genericagent/core-loop";
import type { ReflectTask, RunTask, TaskOutcome } from "./reflect-task.js";

export interface RunLimits {
  limitMs: number;
  graceMs: number;
  signal?: AbortSignal;
}

type Ended = Omit<TaskOutcome, "startedAt" | "endedAt">;

/**
 * Runs one task within its limit; always resolves. Limits are durations and take real timers: the wall clock may jump.
 * A run that does not end on its signal is left alone after the grace, so that the next task gets its turn.
 */
export async function runLimited(task: ReflectTask, runTask: RunTask, limits: RunLimits): Promise<Ended> {
  const { limitMs, graceMs, signal } = limits;
  const stop = new AbortController();
  const abort = () => stop.abort(signal?.reason);
  if (signal?.aborted) abort();
  signal?.addEventListener("abort", abort, { once: true });
  const withdraw = () => stop.abort(task.signal?.reason);
  if (task.signal?.aborted) withdraw();
  task.signal?.addEventListener("abort", withdraw, { once: true });
  const limit = setTimeout(() => stop.abort(new DOMException("time limit", "TimeoutError")), limitMs);
  const grace = graceAfter(stop.signal, graceMs);
  try {
    const run = (async () => runTask(task, stop.signal))().then(
      (report): Ended => report,
      (error): Ended => ({ status: "failed", text: "", why: errorMessage(error) }),
    );
    const ended = await Promise.race([run, grace.over]);
    if (signal?.aborted)
      return { ...ended, status: "aborted", why: `The host was stopped. ${ended.why ?? ""}`.trim() };
    if (task.signal?.aborted) return { ...ended, status: "aborted", why: errorMessage(task.signal.reason) };
    if (stop.signal.aborted && ended.status !== "done")
      return { ...ended, why: `It ran longer than ${limitMs / 1000} s. ${ended.why ?? ""}`.trim() };
    return ended;
  } finally {
    clearTimeout(limit);
    grace.clear();
    task.signal?.removeEventListener("abort", withdraw);
    signal?.removeEventListener("abort", abort);
  }
}

function graceAfter(stopped: AbortSignal, graceMs: number): { over: Promise<Ended>; clear: () => void } {
  let timer: NodeJS.Timeout | undefined;
  let begin = () => {};
  const over = new Promise<Ended>((resolve) => {
    const why = `It did not end within ${graceMs / 1000} s of being told to; something of it may still run.`;
    begin = () => {
      timer = setTimeout(() => resolve({ status: "failed", text: "", why }), graceMs);
    };
  });
  if (stopped.aborted) begin();
  else stopped.addEventListener("abort", begin, { once: true });
  return { over, clear: () => clearTimeout(timer) };
}

import { killMarked } from "./call-mark.js";
import { killOnExit } from "./kill-on-exit.js";
import { type LeftProcess, leftProcesses } from "./left-processes.js";
import { killGroup } from "./process-group.js";
import { type StartOptions, startProcess } from "./start-process.js";

export interface ProcessOptions extends StartOptions {
  timeoutMs: number;
  signal: AbortSignal;
  /** In the environment of all it starts, where that is wanted. */
  mark?: string | undefined;
  /** Whatever it started ends with it, by means of the system. */
  endsAlone?: boolean;
  /** Called with the process group when the command has started. */
  onStart?: (group: number) => void;
}

/** How a command ended. */
export interface ProcessEnd {
  /** Null when a signal ended it. */
  exitCode: number | null;
  signal: NodeJS.Signals | null;
  timedOut: boolean;
  durationMs: number;
  /** Its process group. */
  group: number;
  /** What it started and what lives on. */
  survivors: LeftProcess[];
  /** The output is still held open, by a survivor or by a process that left the group. */
  outputHeld: boolean;
}

/** After the command's end, this long for output that is still on its way. */
const DRAIN_MS = 250;

/**
 * Runs a command in a process group of its own and yields its output as it comes. Returns when the command
 * itself ends, also while a child of it holds the pipe. At the timeout, on abort and when the caller leaves
 * early, the whole group is killed, and what has left it but carries the mark.
 *
 * @param each makes what is yielded of a piece of output
 * @throws `signal.reason` when aborted; the system's error when the command cannot be started.
 */
export async function* runProcess<T>(
  options: ProcessOptions,
  each: (text: string) => T,
): AsyncGenerator<T, ProcessEnd, void> {
  const { timeoutMs, signal, mark, endsAlone, onStart } = options;
  signal.throwIfAborted();
  const started = performance.now();
  const { child, output, letGo } = await startProcess(options);
  const forget = killOnExit(child.pid, mark);
  if (child.pid !== undefined) onStart?.(child.pid);
  let startError: Error | undefined;
  let timedOut = false;
  let killed: Promise<void> | undefined;
  let drain: NodeJS.Timeout | undefined;

  const finishSoon = (): void => {
    output.takeRest();
    // The timer of a busy program is late: what has arrived by then is read before the end.
    drain ??= setTimeout(() => setImmediate(() => output.finish()), DRAIN_MS);
  };
  const kill = (): void => {
    if (child.pid !== undefined) killed ??= killAll(child.pid, mark).then(finishSoon);
  };
  const timer = setTimeout(() => {
    timedOut = true;
    kill();
  }, timeoutMs);
  signal.addEventListener("abort", kill, { once: true });
  if (signal.aborted) kill(); // while it was started
  child.once("exit", () => {
    clearTimeout(timer);
    finishSoon();
  });
  child.once("error", (error) => {
    startError = error;
    output.finish();
  });

  try {
    for await (const text of output.read()) yield each(text);
    await killed;
    signal.throwIfAborted();
    if (startError) throw startError;
    const durationMs = performance.now() - started;
    return {
      exitCode: child.exitCode,
      signal: child.signalCode,
      timedOut,
      durationMs,
      group: child.pid!,
      survivors: endsAlone ? [] : await leftProcesses({ group: child.pid!, mark, durationMs }),
      outputHeld: !endsAlone && output.held,
    };
  } finally {
    if (child.exitCode === null && child.signalCode === null) kill();
    await killed;
    clearTimeout(timer);
    clearTimeout(drain);
    signal.removeEventListener("abort", kill);
    forget();
    letGo();
  }
}

async function killAll(group: number, mark: string | undefined): Promise<void> {
  await killGroup(group);
  if (mark) await killMarked(mark);
}

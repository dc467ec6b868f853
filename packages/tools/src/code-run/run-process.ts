import { killOnExit } from "./kill-on-exit.js";
import { type GroupMember, groupMembers, killGroup } from "./process-group.js";
import { type StartOptions, startProcess } from "./start-process.js";

export interface ProcessOptions extends StartOptions {
  timeoutMs: number;
  signal: AbortSignal;
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
  /** Members of the group that live on. */
  survivors: GroupMember[];
  /** The output is still held open, by a survivor or by a process that left the group. */
  outputHeld: boolean;
}

/** After the command's end, this long for output that is still on its way. */
const DRAIN_MS = 250;

/**
 * Runs a command in a process group of its own and yields its output as it comes. Returns when the command
 * itself ends, also while a child of it holds the pipe. At the timeout, on abort and when the caller leaves
 * early, the whole group is killed.
 *
 * @param each makes what is yielded of a piece of output
 * @throws `signal.reason` when aborted; the system's error when the command cannot be started.
 */
export async function* runProcess<T>(
  options: ProcessOptions,
  each: (text: string) => T,
): AsyncGenerator<T, ProcessEnd, void> {
  const { timeoutMs, signal } = options;
  signal.throwIfAborted();
  const started = performance.now();
  const { child, output, letGo } = await startProcess(options);
  const forget = killOnExit(child.pid);
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
    if (child.pid !== undefined) killed ??= killGroup(child.pid).then(finishSoon);
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
    return {
      exitCode: child.exitCode,
      signal: child.signalCode,
      timedOut,
      durationMs: performance.now() - started,
      group: child.pid!,
      survivors: await groupMembers(child.pid!),
      outputHeld: output.held,
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

import {
  Receipts,
  type ReflectEvent,
  type RunTask,
  reflect,
  reflectPaths,
  type Trigger,
} from "@genericagent/reflect";
import pc from "picocolors";
import { abortOnSignals } from "./abort-on-signals.js";
import { EXIT, type ExitCode } from "./exit-code.js";
import { reflectView } from "./reflect-view.js";
import { reportError } from "./report-error.js";

export interface HostOptions {
  dataHome: string;
  runTask: RunTask;
  json?: boolean | undefined;
  /** What it waits for, in words. */
  waitsFor?: string;
  /** End after the first task that ran. */
  once?: boolean | undefined;
}

/** What a trigger is made with. */
export interface HostParts {
  receipts: Receipts;
  signal: AbortSignal;
  notify: (event: ReflectEvent) => void;
}

/**
 * Runs a trigger until it ends or the user stops it; says what it does; fails when the last task failed, or a goal ended
 * without being met.
 */
export async function runHost(options: HostOptions, open: (parts: HostParts) => Trigger): Promise<ExitCode> {
  const { dataHome, runTask, json = false, once = false, waitsFor } = options;
  const { signal, release } = abortOnSignals();
  const receipts = new Receipts(reflectPaths(dataHome).receipts);
  const view = reflectView(json);
  let code: ExitCode = EXIT.done;
  if (waitsFor && !json) process.stderr.write(`${pc.dim(`Waiting for ${waitsFor}. Ctrl-C ends it.`)}\n`);
  try {
    let goalMissed = false;
    const notify = (event: ReflectEvent): void => {
      view(event);
      goalMissed ||= isMissedGoal(event);
    };
    const trigger = open({ receipts, signal, notify });
    for await (const event of reflect(trigger, runTask, { receipts, signal })) {
      view(event);
      if (event.type !== "task-end") continue;
      code = event.outcome.status === "done" ? EXIT.done : EXIT.failed;
      if (once) break;
    }
    signal.throwIfAborted();
    return goalMissed ? EXIT.failed : code;
  } catch (error) {
    return reportError(error);
  } finally {
    release();
  }
}

const isMissedGoal = (event: ReflectEvent): boolean =>
  event.type === "notice" && event.code === "goal-end" && (event.data as { end: string }).end !== "met";

import { constants } from "node:os";
import type { ProcessEnd } from "./run-process.js";

/** A shorter time tells the model nothing, and varies: the same outcome should read the same twice. */
const MIN_SECONDS_NAMED = 10;

/** What the model may do about a limit. */
export interface EndAdvice {
  timeoutMs: number;
  /** Work in the background lives on after a call. */
  hasBackground: boolean;
}

/** The first lines of a report: how the command ended and what is left of it. */
export function describeEnd(end: ProcessEnd, advice: EndAdvice): string {
  const seconds = Math.floor(end.durationMs / 1000);
  const after = seconds >= MIN_SECONDS_NAMED ? ` after ${seconds} s` : "";
  return [outcomeOf(end, advice, after), ...leftBehind(end)].join("\n");
}

function outcomeOf(end: ProcessEnd, { timeoutMs, hasBackground }: EndAdvice, after: string): string {
  if (end.timedOut) {
    const other = hasBackground ? "start long work in the background" : "do it in several calls";
    return `timed out after ${timeoutMs / 1000} s: killed with all it started. Raise timeout, or ${other}`;
  }
  if (end.signal) return `killed by ${end.signal}${after}: ${causeOf(end.signal)}`;
  if (end.exitCode === null) return `still not ended${after}: the system does not let go of it`;
  const inner = end.exitCode > 128 ? signalName(end.exitCode - 128) : undefined;
  const hint = inner ? ` (a command in it was killed by ${inner}: ${causeOf(inner)})` : "";
  return `exit ${end.exitCode}${after}${hint}`;
}

const causeOf = (signal: string): string => CAUSES[signal] ?? "sent by the code itself or by another process";

const CAUSES: Record<string, string> = {
  SIGKILL: "ended by the code itself or by the system, e.g. out of memory",
  SIGSEGV: "it crashed on a bad memory access",
  SIGBUS: "it crashed on a bad memory access",
  SIGABRT: "it gave up by itself, e.g. a failed assertion",
  SIGFPE: "it crashed on an arithmetic error, e.g. a division by zero",
  SIGILL: "it crashed on an instruction this processor does not have",
  SIGXCPU: "its limit of processor time is used up",
  SIGXFSZ: "its limit of file size is reached",
  SIGPIPE: "what read its output had ended",
  SIGTERM: "asked to end by the code itself or by another process",
};

const signalName = (number: number): string | undefined =>
  Object.entries(constants.signals).find(([, value]) => value === number)?.[0];

function leftBehind({ survivors, outputHeld }: ProcessEnd): string[] {
  if (survivors.length > 0) {
    const list = survivors
      .map(({ pid, command, ports }) => `pid ${pid} (${command})${portsOf(ports)}`)
      .join(", ");
    return [`still running in the background: ${list}`];
  }
  if (outputHeld)
    return ["still running in the background: a process that left the group and holds the output"];
  return [];
}

const portsOf = (ports: readonly number[]): string =>
  ports.length > 0 ? `, port ${ports.join(" and ")}` : "";

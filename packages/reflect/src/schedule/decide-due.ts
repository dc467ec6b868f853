import type { MissedPolicy } from "./schedule-job.js";

export interface DueDecision {
  /** To be run now, oldest first. */
  run: number[];
  /** Not to be run at all, with the reason. */
  missed: { due: number; why: string }[];
}

export interface DueOptions {
  now: number;
  /** From here on the host was there without a break: a time since then is not missed, at worst it waited. */
  presentSince: number;
  policy: MissedPolicy;
  maxDelayMs: number;
}

/** A host that looks a little late has missed nothing. */
const ON_TIME_MS = 60_000;
/** `all` means each one, but a month of minutes is no list of tasks. */
const MAX_ALL = 50;

/**
 * What becomes of the times that are due and not handled yet, oldest first. With `skip` and `once` one run at most
 * comes out of it: a job that takes longer than its interval, or a host that was away, never leads to a pile.
 */
export function decideDue(due: readonly number[], options: DueOptions): DueDecision {
  const { policy } = options;
  const missed: DueDecision["missed"] = [];
  const able = due.filter((at) => {
    const why = reasonAgainst(at, options);
    if (why) missed.push({ due: at, why });
    return why === undefined;
  });
  const count = policy === "all" ? MAX_ALL : 1;
  const run = able.slice(-count);
  const why = policy === "all" ? `more than ${MAX_ALL} were missed` : "a later time was due as well";
  missed.push(...able.slice(0, able.length - run.length).map((at) => ({ due: at, why })));
  return { run, missed: missed.sort((a, b) => a.due - b.due) };
}

function reasonAgainst(
  at: number,
  { now, presentSince, policy, maxDelayMs }: DueOptions,
): string | undefined {
  const delay = now - at;
  if (at >= presentSince || delay <= ON_TIME_MS) return undefined;
  if (policy === "skip") return 'no host was running, and "missed" is "skip"';
  if (delay > maxDelayMs)
    return `no host was running within the ${maxDelayMs / 3_600_000} h of "max_delay_hours"`;
  return undefined;
}

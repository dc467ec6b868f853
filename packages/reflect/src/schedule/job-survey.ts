import type { ReceiptHistory } from "../host/receipt-history.js";
import type { Receipts } from "../host/receipts.js";
import { decideDue } from "./decide-due.js";
import { dueOfJob, nextOfJob, occurrenceId } from "./due-of-job.js";
import type { ScheduleJob } from "./schedule-job.js";

/** The `from` of a job's receipts. */
export const scheduleSource = (job: string): string => `schedule/${job}`;

export interface Surveyed {
  /** Oldest first. */
  due: { job: ScheduleJob; at: number }[];
  /** When to look again. */
  next: number | undefined;
}

export interface Look {
  now: number;
  /** See `decideDue`. */
  presentSince: number;
}

interface Seen {
  job: ScheduleJob;
  history: ReceiptHistory;
  at: number;
  next: number | undefined;
}

/** What is due over all jobs. What is missed for good gets its receipt here. */
export class JobSurvey {
  #receipts: Receipts;
  /** Jobs with nothing to do before a time, so that most looks reckon nothing. */
  #seen = new Map<string, Seen>();

  constructor(receipts: Receipts) {
    this.#receipts = receipts;
  }

  async look(jobs: readonly ScheduleJob[], look: Look): Promise<Surveyed> {
    const surveyed: Surveyed = { due: [], next: undefined };
    for (const job of jobs.filter(({ enabled }) => enabled)) {
      const { due, next } = await this.#lookAt(job, look);
      surveyed.due.push(...due.map((at) => ({ job, at })));
      if (next !== undefined) surveyed.next = Math.min(surveyed.next ?? next, next);
    }
    surveyed.due.sort((a, b) => a.at - b.at);
    return surveyed;
  }

  async #lookAt(
    job: ScheduleJob,
    { now, presentSince }: Look,
  ): Promise<{ due: number[]; next: number | undefined }> {
    const history = await this.#receipts.read(scheduleSource(job.name));
    const seen = this.#seen.get(job.name);
    if (seen && isQuiet(seen, job, history, now)) return { due: [], next: seen.next };
    const decision = decideDue(dueOfJob(job, history, now), {
      ...{ now, presentSince, policy: job.missed, maxDelayMs: job.maxDelayMs },
    });
    await noteMissed(this.#receipts, job, decision.missed, now);
    const next = nextOfJob(job, history, now);
    const quiet = decision.run.length === 0 && decision.missed.length === 0;
    if (quiet) this.#seen.set(job.name, { job, history, at: now, next });
    else this.#seen.delete(job.name);
    return { due: decision.run, next };
  }
}

/** Nothing has changed since the last look, and the next time has not come. */
function isQuiet(
  { job, history, at, next }: Seen,
  now: ScheduleJob,
  receipts: ReceiptHistory,
  time: number,
): boolean {
  const same = job.changed === now.changed && job.timingText === now.timingText && job.anchor === now.anchor;
  return same && history === receipts && time >= at && (next === undefined || time < next);
}

const MAX_NAMED = 50;

/** One line for each reason; of a long run of times the newest are named. */
async function noteMissed(
  receipts: Receipts,
  job: ScheduleJob,
  missed: readonly { due: number; why: string }[],
  now: number,
): Promise<void> {
  for (const why of new Set(missed.map((each) => each.why))) {
    const times = missed.filter((each) => each.why === why).map((each) => each.due);
    const due = new Date(times.at(-1)!).toISOString();
    const ids = times.slice(-MAX_NAMED).map((at) => occurrenceId(job, at));
    const details = { due, timing: job.timingText, count: times.length };
    await receipts.miss(scheduleSource(job.name), ids, now, why, details);
  }
}

import { isAlive } from "../host/process-identity.js";
import type { RecordedRun } from "../host/receipt-history.js";
import type { Receipts } from "../host/receipts.js";
import { dueOfJob, nextOfJob } from "./due-of-job.js";
import type { JobStore } from "./job-store.js";
import { scheduleSource } from "./job-survey.js";
import type { ScheduleJob } from "./schedule-job.js";

/**
 * `healthy`: the last run was done. `failed`: it was not. `overdue`: a time has passed without a receipt, so no host
 * runs. `finished`: never due again. `invalid`: the file is no job.
 */
export type JobState =
  | "healthy"
  | "failed"
  | "running"
  | "overdue"
  | "never-run"
  | "disabled"
  | "finished"
  | "invalid";

export interface JobHealth {
  name: string;
  state: JobState;
  /** The timing in words, with the zone. */
  timing?: string;
  /** Milliseconds since 1970. */
  next?: number;
  last?: RecordedRun;
  missed: number;
  problem?: string;
  job?: ScheduleJob;
}

/** A time is overdue when a host that looks every half minute must have seen it. */
const OVERDUE_MS = 120_000;

/** What would run when, what ran last, and what is wrong; changes nothing. */
export async function scheduleHealth(jobs: JobStore, receipts: Receipts, now: number): Promise<JobHealth[]> {
  const { jobs: list, problems } = await jobs.list();
  const read = await Promise.all(list.map((job) => healthOf(job, receipts, now)));
  const invalid = problems.map(
    ({ name, error }): JobHealth => ({ name, state: "invalid", missed: 0, problem: error.message }),
  );
  return [...read, ...invalid].sort((a, b) => (a.name < b.name ? -1 : 1));
}

async function healthOf(job: ScheduleJob, receipts: Receipts, now: number): Promise<JobHealth> {
  const history = await receipts.read(scheduleSource(job.name));
  const last = history.runs.at(-1);
  const next = nextOfJob(job, history, now);
  const overdue = dueOfJob(job, history, now).filter((at) => now - at > OVERDUE_MS);
  const missed = history.missed.reduce(
    (sum, { ids, details }) => sum + Number(details?.count ?? ids.length),
    0,
  );
  const problem = problemOf(job, last, overdue.length);
  return {
    ...{ name: job.name, job, timing: job.timingText, missed },
    state: stateOf(job, last, { next, overdue: overdue.length }),
    ...(next !== undefined && job.enabled && { next }),
    ...(last && { last }),
    ...(problem && { problem }),
  };
}

function stateOf(
  job: ScheduleJob,
  last: RecordedRun | undefined,
  { next, overdue }: { next: number | undefined; overdue: number },
): JobState {
  if (!job.enabled) return "disabled";
  if (last && last.status === undefined && isAlive(last.by)) return "running";
  if (overdue > 0) return "overdue";
  if (last && last.status !== "done") return "failed";
  if (next === undefined) return "finished";
  return last ? "healthy" : "never-run";
}

function problemOf(job: ScheduleJob, last: RecordedRun | undefined, overdue: number): string | undefined {
  if (overdue > 0 && job.enabled)
    return `${overdue} time(s) passed without a receipt: no host is running. Start one: ga schedule run`;
  if (!last || last.status === "done") return undefined;
  if (last.status === undefined)
    return isAlive(last.by) ? undefined : "The last run's host has died; the next host notes it as failed.";
  return last.why;
}

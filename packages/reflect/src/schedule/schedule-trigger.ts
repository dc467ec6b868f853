import type { Clock } from "../host/clock.js";
import { systemClock } from "../host/clock.js";
import type { Receipts } from "../host/receipts.js";
import type { Notify, ReflectTask } from "../host/reflect-task.js";
import { ReflectError } from "../reflect-error.js";
import { decideDue } from "./decide-due.js";
import { dueOfJob, nextOfJob, occurrenceId } from "./due-of-job.js";
import type { JobStore } from "./job-store.js";
import type { ScheduleJob } from "./schedule-job.js";
import { taskOfJob } from "./task-of-job.js";

export interface ScheduleOptions {
  jobs: JobStore;
  receipts: Receipts;
  /** Reports of runs go here, one markdown file each. Default: none are written. */
  reportDir?: string;
  clock?: Clock;
  signal?: AbortSignal;
  notify?: Notify;
  /** The job files are read again at least this often. Default 30 s. */
  pollMs?: number;
  /** End when nothing is due now, instead of waiting. Default false. */
  dueOnly?: boolean;
}

/** A wait that took this much longer than asked for: the machine slept, or the clock was put forward. */
const ABSENCE_MS = 60_000;

export const scheduleSource = (job: string): string => `schedule/${job}`;

/**
 * Yields a task for each job that is due. A time has its receipt before it runs, so that it is run at most once over
 * crashes and restarts; what a host that was not there has missed is decided by each job's policy, and noted.
 */
export async function* scheduleTrigger(options: ScheduleOptions): AsyncGenerator<ReflectTask, void, void> {
  const {
    jobs,
    receipts,
    clock = systemClock,
    signal,
    notify = () => {},
    dueOnly = false,
    pollMs = 30_000,
  } = options;
  const tell = teller(notify);
  const offered = new Set<string>();
  let presentSince = clock.now();
  for (let recovered = false; ; ) {
    const look = async (): Promise<Survey> => {
      if (!recovered) await recover(receipts, clock.now(), notify);
      recovered = true;
      return survey(await readJobs(jobs, tell), { receipts, now: clock.now(), presentSince });
    };
    const { due, next } = await look().catch((error) => {
      if (!(error instanceof ReflectError)) throw error;
      tell("receipts", error);
      return { due: [], next: undefined }; // a full disk: the next look tries again
    });
    const task = due.find(({ job, at }) => !offered.has(occurrenceId(job, at)));
    if (task) {
      offered.add(occurrenceId(task.job, task.at));
      yield taskOfJob(task.job, task.at, { now: clock.now(), ...pickReportDir(options) });
      continue;
    }
    if (dueOnly) return;
    offered.clear(); // what another process took has its receipt by the next look
    const asked = clock.now();
    const wait = Math.min(pollMs, Math.max((next ?? Number.POSITIVE_INFINITY) - asked, 0));
    await clock.sleep(wait, signal);
    const late = clock.now() - asked - wait;
    if (late > ABSENCE_MS) presentSince = clock.now();
  }
}

async function recover(receipts: Receipts, now: number, notify: Notify): Promise<void> {
  for (const id of await receipts.recover(now)) {
    const message = `${id}: the host ended during the run; noted as failed.`;
    notify({ type: "notice", code: "run-lost", message });
  }
}

async function readJobs(store: JobStore, tell: Tell): Promise<ScheduleJob[]> {
  const { jobs, problems } = await store.list();
  for (const { name, error } of problems) tell(name, error);
  return jobs;
}

type Tell = (about: string, error: ReflectError) => void;

/** Says the same of the same thing once. */
function teller(notify: Notify): Tell {
  const told = new Map<string, string>();
  return (about, { code, message }) => {
    if (told.get(about) !== message) notify({ type: "notice", code, message });
    told.set(about, message);
  };
}

interface Survey {
  due: { job: ScheduleJob; at: number }[];
  next: number | undefined;
}

/** What is due over all jobs, oldest first, and when to look again; what is missed for good gets its receipt here. */
async function survey(
  jobs: readonly ScheduleJob[],
  { receipts, now, presentSince }: { receipts: Receipts; now: number; presentSince: number },
): Promise<Survey> {
  const due: Survey["due"] = [];
  let next: number | undefined;
  for (const job of jobs.filter(({ enabled }) => enabled)) {
    const history = await receipts.read(scheduleSource(job.name));
    const decision = decideDue(dueOfJob(job, history, now), {
      ...{ now, presentSince, policy: job.missed, maxDelayMs: job.maxDelayMs },
    });
    await noteMissed(receipts, job, decision.missed, now);
    due.push(...decision.run.map((at) => ({ job, at })));
    const upcoming = nextOfJob(job, history, now);
    if (upcoming !== undefined) next = Math.min(next ?? upcoming, upcoming);
  }
  return { due: due.sort((a, b) => a.at - b.at), next };
}

/** One line for each reason; a long run of times is named by its ends. */
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

const MAX_NAMED = 50;

const pickReportDir = ({ reportDir }: ScheduleOptions) => (reportDir ? { reportDir } : {});

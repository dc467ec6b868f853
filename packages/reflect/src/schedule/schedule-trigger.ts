import type { Clock } from "../host/clock.js";
import { systemClock } from "../host/clock.js";
import type { Receipts } from "../host/receipts.js";
import type { Notify, ReflectTask } from "../host/reflect-task.js";
import { ReflectError } from "../reflect-error.js";
import { occurrenceId } from "./due-of-job.js";
import type { JobStore } from "./job-store.js";
import { JobSurvey, type Surveyed } from "./job-survey.js";
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
  const survey = new JobSurvey(receipts);
  const offered = new Set<string>();
  let presentSince = clock.now();
  for (let recovered = false; ; ) {
    const look = async (): Promise<Surveyed> => {
      if (!recovered) await recover(receipts, clock.now(), notify);
      recovered = true;
      return survey.look(await readJobs(jobs, tell), { now: clock.now(), presentSince });
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

const pickReportDir = ({ reportDir }: ScheduleOptions) => (reportDir ? { reportDir } : {});

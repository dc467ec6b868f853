import type { ReceiptHistory } from "../host/receipt-history.js";
import { nextOccurrence, occurrencesAfter } from "./occurrences.js";
import type { ScheduleJob } from "./schedule-job.js";

export const occurrenceId = (job: ScheduleJob, due: number): string =>
  `${job.name}@${new Date(due).toISOString()}`;

/** More minutes than these since the last run are not listed one by one. */
const MAX_LISTED = 2_000;
const MINUTE = 60_000;

/** The times up to now that are due and have no receipt, oldest first. */
export function dueOfJob(job: ScheduleJob, history: ReceiptHistory, now: number): number[] {
  if (isFinished(job, history)) return [];
  const { settled, since } = positionOf(job, history, now);
  const listed = occurrencesUpTo(settled, since, now);
  const due = listed ?? occurrencesUpTo(settled, now - MAX_LISTED * MINUTE, now) ?? [];
  return due.filter((at) => !history.handled.has(occurrenceId(job, at)));
}

/** When the job is due next; missing when never again. */
export function nextOfJob(job: ScheduleJob, history: ReceiptHistory, now: number): number | undefined {
  if (isFinished(job, history)) return undefined;
  const next = nextOccurrence(positionOf(job, history, now).settled, now);
  return next !== undefined && next > now ? next : undefined;
}

/** From where on the job's times count, and the job with its intervals tied to what was done before. */
function positionOf(
  job: ScheduleJob,
  history: ReceiptHistory,
  now: number,
): { settled: ScheduleJob; since: number } {
  const past = recordsOf(history).filter(({ due }) => due <= now);
  const last = past.reduce<Recorded | undefined>((a, b) => (a && a.due >= b.due ? a : b), undefined);
  if (!last) return { settled: job, since: job.anchor - 1 };
  const same = last.timing === job.timingText;
  // Times that a job would have had before its timing was changed are no missed ones.
  const since = same ? last.due : Math.max(last.due, job.changed);
  return { settled: job.anchored || !same ? job : { ...job, anchor: last.due }, since };
}

/** GenericAgent's `once` means once for ever, also when the file is touched later. */
function isFinished(job: ScheduleJob, history: ReceiptHistory): boolean {
  const { timing, created = 0 } = job;
  return timing.kind === "once" && !timing.date && recordsOf(history).some(({ due }) => due >= created);
}

interface Recorded {
  due: number;
  timing: unknown;
}

function recordsOf(history: ReceiptHistory): Recorded[] {
  return [...history.runs, ...history.missed].flatMap(({ details }) =>
    typeof details?.due === "string" ? [{ due: Date.parse(details.due), timing: details.timing }] : [],
  );
}

/** `undefined` when there are too many. */
function occurrencesUpTo(job: ScheduleJob, since: number, now: number): number[] | undefined {
  const due: number[] = [];
  for (const at of occurrencesAfter(job, since)) {
    if (at > now) break;
    due.push(at);
    if (due.length > MAX_LISTED) return undefined;
  }
  return due;
}

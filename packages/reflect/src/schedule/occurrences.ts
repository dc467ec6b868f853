import { Cron } from "croner";
import type { ScheduleJob, WallTime } from "./schedule-job.js";
import { instantOf, offsetOf, wallOf } from "./wall-time.js";

const MINUTE = 60_000;
const DAY = 1440 * MINUTE;

/** The times at which a job is due after an instant, in order; endless but for `once`. */
export function* occurrencesAfter(job: ScheduleJob, after: number): Generator<number, void, void> {
  const { timing } = job;
  const from = Math.max(after, job.anchor - 1);
  if (timing.kind === "once") yield* onceAfter(job, from);
  else if (timing.kind === "every" && timing.unit !== "d") yield* intervalsAfter(job, from);
  else if (timing.kind === "every") yield* everyDaysAfter(job, from);
  else yield* cronAfter(job, from);
}

/** The next one, or none. */
export const nextOccurrence = (job: ScheduleJob, after: number): number | undefined =>
  occurrencesAfter(job, after).next().value ?? undefined;

function* onceAfter(job: ScheduleJob, from: number): Generator<number> {
  const { timing, zone, anchor } = job;
  if (timing.kind !== "once") return;
  const { date, time } = timing;
  const day = date ?? wallOf(anchor, zone);
  let at = instantOf({ ...day, ...time }, zone);
  if (!date && at < anchor) at = instantOf({ ...wallOf(at + DAY, zone), ...time }, zone);
  // A day that is named may lie before the file was made: then it was missed.
  if (at > from || (date && from === anchor - 1)) yield at;
}

/** Minutes and hours pass by the clock of physics: `every_2h` is never three hours apart. */
function* intervalsAfter(job: ScheduleJob, from: number): Generator<number> {
  const { timing, zone, anchor } = job;
  if (timing.kind !== "every") return;
  const step = timing.count * (timing.unit === "h" ? 60 : 1) * MINUTE;
  const first = instantOf({ ...wallOf(anchor, zone), ...timing.time }, zone);
  const steps = Math.floor((from - first) / step) + 1;
  for (let at = first + steps * step; ; at += step) if (at > from) yield at;
}

function* everyDaysAfter(job: ScheduleJob, from: number): Generator<number> {
  const { timing, zone, anchor } = job;
  if (timing.kind !== "every") return;
  const first = dayNumber(anchor, zone);
  for (let day = dayNumber(from, zone) - 1; ; day++) {
    if ((((day - first) % timing.count) + timing.count) % timing.count !== 0) continue;
    const date = new Date(day * DAY);
    const wall = { year: date.getUTCFullYear(), month: date.getUTCMonth() + 1, day: date.getUTCDate() };
    yield* byDst(job, instantOf({ ...wall, ...timing.time }, zone), timing.time, from);
  }
}

/** Days since 1970 by the zone's calendar. */
function dayNumber(at: number, zone: string): number {
  const { year, month, day } = wallOf(at, zone);
  return Date.UTC(year, month - 1, day) / DAY;
}

function* cronAfter(job: ScheduleJob, from: number): Generator<number> {
  const { timing, zone } = job;
  const cron = new Cron(cronPattern(job), { timezone: zone, mode: "5-part", paused: true });
  const time = "time" in timing ? timing.time : undefined;
  const lastDay = timing.kind === "monthly" ? (timing.day ?? wallOf(job.anchor, zone).day) : undefined;
  // A day earlier: the second pass of a wall time that comes twice belongs to the first.
  for (let next = cron.nextRun(new Date(time ? from - DAY : from)); next; next = cron.nextRun(next)) {
    const at = next.getTime();
    if (lastDay !== undefined && !isMonthDay(at, zone, lastDay)) continue;
    if (time) yield* byDst(job, at, time, from);
    else if (at > from) yield at;
  }
}

function cronPattern({ timing, zone, anchor }: ScheduleJob): string {
  if (timing.kind === "cron") return timing.pattern;
  if (timing.kind === "once" || timing.kind === "every") return "* * * * *";
  const clock = `${timing.time.minute} ${timing.time.hour}`;
  const born = wallOf(anchor, zone);
  switch (timing.kind) {
    case "daily":
      return `${clock} * * *`;
    case "weekday":
      return `${clock} * * 1-5`;
    case "weekly":
      return `${clock} * * ${timing.weekday ?? born.weekday}`;
    case "monthly": {
      const day = timing.day ?? born.day;
      return `${clock} ${day > 28 ? "28-31" : day} * *`;
    }
  }
}

function isMonthDay(at: number, zone: string, wanted: number): boolean {
  const { year, month, day } = wallOf(at, zone);
  const last = new Date(Date.UTC(year, month, 0)).getUTCDate();
  return day === Math.min(wanted, last);
}

/** Applies the job's policy to the two days a year on which a wall time is missing or comes twice. */
function* byDst({ dst, zone }: ScheduleJob, at: number, time: WallTime, from: number): Generator<number> {
  const wall = wallOf(at, zone);
  if (wall.hour !== time.hour || wall.minute !== time.minute) {
    if (dst.gap === "run" && at > from) yield at;
    return;
  }
  if (at > from) yield at;
  const again = at + offsetOf(at, zone) - offsetOf(at + 3 * 60 * MINUTE, zone);
  if (dst.overlap === "both" && again > at && again > from && sameWall(again, time, zone)) yield again;
}

function sameWall(at: number, time: WallTime, zone: string): boolean {
  const { hour, minute } = wallOf(at, zone);
  return hour === time.hour && minute === time.minute;
}

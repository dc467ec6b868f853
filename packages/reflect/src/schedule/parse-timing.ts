import type { JsonObject } from "@genericagent/core-loop";
import type { CalendarDate, Timing, WallTime } from "./schedule-job.js";

const WEEKDAYS = ["sun", "mon", "tue", "wed", "thu", "fri", "sat"];
const REPEATS = "once, daily, weekday, weekly, monthly, every_Nm, every_Nh, every_Nd or cron";

/** Reads `schedule`, `repeat` and `day`; what is wrong is added to the problems. */
export function parseTiming(fields: JsonObject, problems: string[]): Timing | undefined {
  const { schedule = "00:00", cron } = fields;
  const { repeat = cron === undefined ? "daily" : "cron" } = fields;
  if (repeat === "cron") return parseCron(cron ?? schedule, problems);
  const found = typeof schedule === "string" ? SCHEDULE.exec(schedule.trim()) : null;
  const time = found && { hour: Number(found[4]), minute: Number(found[5]) };
  if (!found || !time || time.hour > 23 || time.minute > 59) {
    problems.push(`"schedule" must be a time such as "09:00", not ${JSON.stringify(schedule)}`);
    return undefined;
  }
  const date = dateOf(found);
  if (date && repeat !== "once") problems.push('a "schedule" with a date needs "repeat": "once"');
  return parseRepeat(repeat, time, date, fields.day, problems);
}

/** `09:00`, or with a date before it. */
const SCHEDULE = /^(?:(\d{4})-(\d\d)-(\d\d)[T ])?(\d{1,2}):(\d\d)$/;

function parseRepeat(
  repeat: unknown,
  time: WallTime,
  date: CalendarDate | undefined,
  day: unknown,
  problems: string[],
): Timing | undefined {
  switch (repeat) {
    case "once":
      return { kind: "once", time, ...(date && { date }) };
    case "daily":
    case "weekday":
      return { kind: repeat, time };
    case "weekly": {
      const weekday = weekdayOf(day);
      if (weekday === -1) problems.push(`"day" of a weekly job must be one of ${WEEKDAYS.join(", ")}`);
      return { kind: "weekly", time, ...(weekday !== undefined && { weekday }) };
    }
    case "monthly":
      if (day === undefined) return { kind: "monthly", time };
      if (typeof day === "number" && Number.isInteger(day) && day >= 1 && day <= 31)
        return { kind: "monthly", time, day };
      problems.push('"day" of a monthly job must be 1 to 31');
      return undefined;
    default: {
      const every = /^every_([1-9]\d{0,3})([mhd])$/.exec(String(repeat));
      if (every) return { kind: "every", time, count: Number(every[1]), unit: every[2] as "m" | "h" | "d" };
      problems.push(`"repeat" must be ${REPEATS}, not ${JSON.stringify(repeat)}`);
      return undefined;
    }
  }
}

function parseCron(pattern: unknown, problems: string[]): Timing | undefined {
  if (typeof pattern === "string") return { kind: "cron", pattern: pattern.trim() };
  problems.push('"cron" must be a pattern such as "0 9 * * 1-5"');
  return undefined;
}

function dateOf([, year, month, day]: RegExpExecArray): CalendarDate | undefined {
  return year === undefined ? undefined : { year: Number(year), month: Number(month), day: Number(day) };
}

function weekdayOf(day: unknown): number | undefined {
  if (day === undefined) return undefined;
  return WEEKDAYS.indexOf(String(day).slice(0, 3).toLowerCase());
}

/** One line, for people and to notice changes. */
export function timingText(timing: Timing, zone: string): string {
  return `${words(timing)} ${zone}`;
}

function words(timing: Timing): string {
  if (timing.kind === "cron") return `cron ${timing.pattern}`;
  const two = (value: number) => String(value).padStart(2, "0");
  const at = `${two(timing.time.hour)}:${two(timing.time.minute)}`;
  switch (timing.kind) {
    case "once": {
      const { date } = timing;
      return date ? `once ${date.year}-${two(date.month)}-${two(date.day)} ${at}` : `once ${at}`;
    }
    case "weekly":
      return `weekly ${timing.weekday === undefined ? "" : `${WEEKDAYS[timing.weekday]} `}${at}`;
    case "monthly":
      return `monthly ${timing.day === undefined ? "" : `${timing.day}. `}${at}`;
    case "every":
      return `every ${timing.count}${timing.unit} from ${at}`;
    default:
      return `${timing.kind} ${at}`;
  }
}

import type { TaskSettings } from "../host/reflect-task.js";

/** When a job is due, in wall time of its zone. */
export type Timing =
  | { kind: "once"; date?: CalendarDate; time: WallTime }
  | { kind: "daily"; time: WallTime }
  | { kind: "weekday"; time: WallTime }
  /** `weekday` 0 is Sunday; missing: that of the anchor. */
  | { kind: "weekly"; time: WallTime; weekday?: number }
  /** Days 29 to 31 mean the last day of a month that is shorter; missing: the day of the anchor. */
  | { kind: "monthly"; time: WallTime; day?: number }
  | { kind: "every"; time: WallTime; count: number; unit: "m" | "h" | "d" }
  /** Five fields. */
  | { kind: "cron"; pattern: string };

export interface WallTime {
  hour: number;
  minute: number;
}

export interface CalendarDate {
  year: number;
  month: number;
  day: number;
}

/** What becomes of times at which no host was there: nothing, the latest one is made up for, or each one. */
export type MissedPolicy = "skip" | "once" | "all";

export interface DstPolicy {
  /** The wall time does not exist that day: run at the first one after, or not at all. */
  gap: "run" | "skip";
  /** The wall time comes twice that day. */
  overlap: "first" | "both";
}

export interface ScheduleJob {
  name: string;
  prompt: string;
  enabled: boolean;
  timing: Timing;
  /** The timing in words that change when it changes. */
  timingText: string;
  /** IANA name. */
  zone: string;
  missed: MissedPolicy;
  dst: DstPolicy;
  /** A time missed longer ago than this is not made up for. */
  maxDelayMs: number;
  /** Times before this are no business of the job; intervals are counted from its day. Milliseconds since 1970. */
  anchor: number;
  /** Whether the anchor is a date that the file names, not the time it was last changed. */
  anchored: boolean;
  /** As the file says. */
  created?: number;
  /** When the file was last changed. */
  changed: number;
  limitMs?: number;
  settings: TaskSettings;
}

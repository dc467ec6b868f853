import { errorMessage, type JsonObject } from "@genericagent/core-loop";
import { Cron } from "croner";
import { ReflectError } from "../reflect-error.js";
import { parseTiming, timingText } from "./parse-timing.js";
import type { DstPolicy, MissedPolicy, ScheduleJob } from "./schedule-job.js";
import { isZone, localZone, parseStamp } from "./wall-time.js";

/** GenericAgent's default. */
const MAX_DELAY_HOURS = 24;
const MISSED: readonly string[] = ["skip", "once", "all"] satisfies MissedPolicy[];

/**
 * Reads a job file: GenericAgent's fields (`schedule`, `repeat`, `enabled`, `prompt`, `max_delay_hours`) and ours.
 *
 * @param changed when the file was last changed, milliseconds since 1970
 * @throws ReflectError `invalid-job` that lists everything that is wrong.
 */
export function readJob(name: string, text: string, changed: number): ScheduleJob {
  const fields = parseFields(name, text);
  const problems: string[] = [];
  const read = <T>(key: string, fallback: T, check: (value: unknown) => value is T, want: string): T => {
    const value = fields[key];
    if (value === undefined) return fallback;
    if (check(value)) return value;
    problems.push(`"${key}" must be ${want}, not ${JSON.stringify(value)}`);
    return fallback;
  };

  const zone = read("zone", localZone(), isZoneName, 'a time zone such as "Europe/Berlin"');
  const created = read("created", "", isString, "a time such as 2026-12-01T09:00:00Z");
  const createdAt = created === "" ? undefined : Date.parse(created);
  if (Number.isNaN(createdAt)) problems.push(`"created" is no time: ${created}`);
  const prompt = read("prompt", "", isString, "a text");
  if (prompt.trim() === "") problems.push('"prompt" is missing: say what the agent shall do');
  const timing = parseTiming(fields, problems);
  if (timing?.kind === "cron") checkCron(timing.pattern, problems);
  const start = read("start", "", isString, "a date such as 2026-12-01");
  const startAt = start === "" ? undefined : parseStamp(start, zone);
  if (start !== "" && startAt === undefined) problems.push(`"start" is no date: ${start}`);
  const limit = read("limit_minutes", 0, isPositive, "a number above 0");
  const job = {
    enabled: read("enabled", true, isBoolean, "true or false"),
    missed: read("missed", "once", isMissed, '"skip", "once" or "all"'),
    dst: readDst(fields.dst, problems),
    maxDelayMs: read("max_delay_hours", MAX_DELAY_HOURS, isPositive, "a number above 0") * 3_600_000,
    settings: {
      ...setting("model", read("model", "", isString, "provider/model")),
      ...setting("cwd", read("cwd", "", isString, "a folder")),
      ...setting("permissions", read("permissions", "", isString, "the name of a preset")),
    },
  };
  if (problems.length > 0 || !timing) throw invalid(name, problems.join("; "));
  const timed = { timing, timingText: timingText(timing, zone) };
  const limited = limit > 0 && { limitMs: limit * 60_000 };
  const anchor = startAt ?? createdAt;
  return {
    ...{ name, prompt, zone, changed, anchor: anchor ?? changed, anchored: anchor !== undefined },
    ...(createdAt !== undefined && { created: createdAt }),
    ...{ ...timed, ...job, ...limited },
  };
}

/** A byte order mark, as some editors write it, is no part of the text. */
export const withoutBom = (text: string): string => (text.startsWith("\uFEFF") ? text.slice(1) : text);

function parseFields(name: string, text: string): JsonObject {
  let value: unknown;
  try {
    value = JSON.parse(withoutBom(text));
  } catch (error) {
    throw invalid(name, `it is no JSON: ${errorMessage(error)}`, error);
  }
  if (typeof value === "object" && value !== null && !Array.isArray(value)) return value as JsonObject;
  throw invalid(name, "it must be one JSON object");
}

function readDst(value: unknown, problems: string[]): DstPolicy {
  const { gap = "run", overlap = "first" } = (value ?? {}) as Partial<DstPolicy>;
  if (["run", "skip"].includes(gap) && ["first", "both"].includes(overlap)) return { gap, overlap };
  problems.push('"dst" must be {"gap": "run" or "skip", "overlap": "first" or "both"}');
  return { gap: "run", overlap: "first" };
}

function checkCron(pattern: string, problems: string[]): void {
  try {
    new Cron(pattern, { mode: "5-part", paused: true });
  } catch (error) {
    problems.push(`"${pattern}" is no cron pattern of five fields: ${errorMessage(error)}`);
  }
}

const setting = (key: string, value: string) => value !== "" && { [key]: value };
const isString = (value: unknown): value is string => typeof value === "string";
const isBoolean = (value: unknown): value is boolean => typeof value === "boolean";
const isPositive = (value: unknown): value is number => typeof value === "number" && value > 0;
const isZoneName = (value: unknown): value is string => isString(value) && isZone(value);
const isMissed = (value: unknown): value is MissedPolicy => isString(value) && MISSED.includes(value);

const invalid = (name: string, why: string, cause?: unknown): ReflectError =>
  new ReflectError("invalid-job", `Job "${name}" cannot be read: ${why}.`, cause);

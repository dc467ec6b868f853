import { resolve } from "node:path";
import { findDataHome } from "@genericagent/agent";
import {
  hostOf,
  type JobHealth,
  type JobState,
  JobStore,
  lockHost,
  manualTaskOfJob,
  Receipts,
  reflectPaths,
  scheduleHealth,
  scheduleTrigger,
  wallText,
} from "@genericagent/reflect";
import pc from "picocolors";
import { EXIT, type ExitCode } from "./exit-code.js";
import { printable } from "./printable.js";
import { runHost } from "./run-host.js";
import { agentRunTask, presetOf } from "./run-reflect-task.js";

export interface AddFlags {
  at?: string;
  repeat?: string;
  day?: string;
  cron?: string;
  zone?: string;
  missed?: string;
  maxDelayHours?: number;
  limitMinutes?: number;
  model?: string;
  cwd?: string;
  permissions?: string;
  replace?: boolean;
}

/** `ga schedule list`: the jobs and when each is due next. */
export async function scheduleList({ json = false }: { json?: boolean }): Promise<ExitCode> {
  const { jobs, receipts, paths } = open();
  const list = await scheduleHealth(jobs, receipts, Date.now());
  if (json) process.stdout.write(`${JSON.stringify(list)}\n`);
  else
    process.stdout.write(
      list.length > 0
        ? list.map(lineOf).join("") + hostHint(paths.scheduleLock)
        : `There are no jobs in ${jobs.dir}. Add one: ga schedule add\n`,
    );
  return EXIT.done;
}

/** `ga schedule add`: writes a job file once it is known to be right. */
export async function scheduleAdd(name: string, prompt: string, flags: AddFlags): Promise<ExitCode> {
  const { jobs, receipts, paths } = open();
  const { replace = false } = flags;
  if (flags.permissions !== undefined) presetOf(flags.permissions);
  await jobs.add(name, fieldsOf(prompt, flags), { replace });
  const [health] = (await scheduleHealth(jobs, receipts, Date.now())).filter((job) => job.name === name);
  if (health) process.stdout.write(lineOf(health) + hostHint(paths.scheduleLock));
  return EXIT.done;
}

/** `ga schedule remove` */
export async function scheduleRemove(name: string): Promise<ExitCode> {
  await open().jobs.remove(name);
  process.stdout.write(`Removed ${name}; its receipts stay.\n`);
  return EXIT.done;
}

export interface ScheduleRunFlags {
  due?: boolean;
  model?: string;
  json?: boolean;
}

/** `ga schedule run`: the host of the schedule, or one job by hand. */
export async function scheduleRun(name: string | undefined, flags: ScheduleRunFlags): Promise<ExitCode> {
  const { dataHome, jobs, paths } = open();
  const host = { dataHome, runTask: agentRunTask({ model: flags.model }), json: flags.json };
  const reportDir = paths.scheduleReports;
  if (name !== undefined) {
    const task = manualTaskOfJob(await jobs.get(name), { now: Date.now(), reportDir });
    return runHost(host, async function* () {
      yield task;
    });
  }
  const release = await lockHost(paths.scheduleLock);
  try {
    const dueOnly = flags.due ?? false;
    const waitsFor = dueOnly ? {} : { waitsFor: `the jobs in ${paths.jobs}` };
    return await runHost({ ...host, ...waitsFor }, (parts) =>
      scheduleTrigger({ ...parts, jobs, reportDir, dueOnly }),
    );
  } finally {
    release();
  }
}

/** `ga schedule health`: 1 when something is wrong, so that a monitor can ask. */
export async function scheduleHealthCommand({ json = false }: { json?: boolean }): Promise<ExitCode> {
  const { jobs, receipts } = open();
  const list = await scheduleHealth(jobs, receipts, Date.now());
  if (json) process.stdout.write(`${JSON.stringify(list)}\n`);
  else
    process.stdout.write(list.map((job) => lineOf(job) + detailsOf(job)).join("") || "There are no jobs.\n");
  return list.some(({ state }) => BAD.has(state)) ? EXIT.failed : EXIT.done;
}

function open() {
  const dataHome = findDataHome({ cwd: process.cwd() });
  const paths = reflectPaths(dataHome);
  return { dataHome, paths, jobs: new JobStore(paths.jobs), receipts: new Receipts(paths.receipts) };
}

/** The job file's own names; `created` says from when on its times count. */
function fieldsOf(prompt: string, flags: AddFlags) {
  const { at, repeat, day, cron, zone, missed, maxDelayHours, limitMinutes, model, permissions } = flags;
  const numeric = day !== undefined && /^\d+$/.test(day);
  return {
    ...(cron === undefined
      ? { schedule: at ?? "09:00", repeat: repeat ?? "daily" }
      : { cron, repeat: "cron" }),
    ...(day !== undefined && { day: numeric ? Number(day) : day }),
    zone: zone ?? Intl.DateTimeFormat().resolvedOptions().timeZone,
    enabled: true,
    prompt,
    ...(missed !== undefined && { missed }),
    ...(maxDelayHours !== undefined && { max_delay_hours: maxDelayHours }),
    ...(limitMinutes !== undefined && { limit_minutes: limitMinutes }),
    ...(model !== undefined && { model }),
    cwd: resolve(flags.cwd ?? "."),
    ...(permissions !== undefined && { permissions }),
    created: new Date().toISOString(),
  };
}

/** Jobs alone start nothing. */
const hostHint = (lock: string): string =>
  hostOf(lock) ? "" : pc.dim("No host is running, so nothing starts yet: ga schedule run\n");

const BAD = new Set<JobState>(["failed", "overdue", "invalid"]);

function lineOf({ name, state, timing = "", next, job }: JobHealth): string {
  const colour = BAD.has(state) ? pc.red : state === "healthy" || state === "running" ? pc.green : pc.dim;
  const due = next === undefined || !job ? "" : `next ${wallText(next, job.zone)}`;
  return `${printable(name).padEnd(16)} ${colour(state.padEnd(10))} ${printable(timing).padEnd(34)} ${due}\n`;
}

function detailsOf({ last, missed, problem, job }: JobHealth): string {
  const lines = [
    ...(last
      ? [`last ${wallText(Date.parse(last.startedAt), job?.zone ?? "UTC")}: ${last.status ?? "running"}`]
      : []),
    ...(missed > 0 ? [`${missed} time(s) missed`] : []),
    ...(problem ? [pc.red(printable(problem))] : []),
  ];
  return lines.map((line) => `  ${line}\n`).join("");
}

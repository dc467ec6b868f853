import { randomBytes } from "node:crypto";
import { join } from "node:path";
import type { ReflectTask, TaskOutcome } from "../host/reflect-task.js";
import { writeFileAtomically } from "../host/write-file-atomically.js";
import { occurrenceId } from "./due-of-job.js";
import type { ScheduleJob } from "./schedule-job.js";
import { wallText } from "./wall-time.js";

export interface TaskOfJobOptions {
  now: number;
  reportDir?: string;
}

const LATE_MS = 60_000;

/** The task of one time at which a job was due. */
export function taskOfJob(job: ScheduleJob, due: number, { now, reportDir }: TaskOfJobOptions): ReflectTask {
  const late = now - due > LATE_MS ? `, ${Math.round((now - due) / 60_000)} minutes late` : "";
  const when = `due ${wallText(due, job.zone)} ${job.zone}${late}`;
  const details = { due: new Date(due).toISOString(), timing: job.timingText };
  return { ...commonPart(job, when, reportDir, due), id: occurrenceId(job, due), details };
}

/** The task of a job that somebody starts by hand; the times at which it is due are not touched. */
export function manualTaskOfJob(job: ScheduleJob, { now, reportDir }: TaskOfJobOptions): ReflectTask {
  const id = `${job.name}!${new Date(now).toISOString()}-${randomBytes(3).toString("hex")}`;
  return { ...commonPart(job, "started by hand", reportDir, now), id };
}

function commonPart(job: ScheduleJob, when: string, reportDir: string | undefined, at: number) {
  const { name, prompt, zone, limitMs, settings } = job;
  return {
    from: `schedule/${name}`,
    title: `${name} (${when})`,
    prompt: `Scheduled task "${name}", ${when}. Nobody is watching: ask nothing, decide for yourself. Your last message is kept as the report.\n\n${prompt}`,
    settings,
    ...(limitMs !== undefined && { limitMs }),
    ...(reportDir && {
      settle: (outcome: TaskOutcome) => writeReport(reportDir, { name, when, zone, at, outcome }),
    }),
  };
}

interface JobReport {
  name: string;
  when: string;
  zone: string;
  at: number;
  outcome: TaskOutcome;
}

/** Named as GenericAgent names them: `2026-12-01_0900_backup.md`. */
async function writeReport(dir: string, { name, when, zone, at, outcome }: JobReport): Promise<void> {
  const stamp = wallText(at, zone).replace(" ", "_").replace(":", "");
  const { status, text, why, session, tokens } = outcome;
  const facts = [
    `- Status: ${status}${why ? ` (${why})` : ""}`,
    `- Ended: ${new Date(outcome.endedAt).toISOString()}`,
    ...(session ? [`- Session: ${session}`] : []),
    ...(tokens === undefined ? [] : [`- Tokens: ${tokens}`]),
  ];
  const report = `# ${name}: ${when}\n\n${facts.join("\n")}\n\n${text || "No last words."}\n`;
  await writeFileAtomically(join(dir, `${stamp}_${name}.md`), report);
}

import { mkdirSync, utimesSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { JsonObject } from "@genericagent/core-loop";
import {
  JobStore,
  Receipts,
  type ReflectTask,
  reflect,
  scheduleTrigger,
  type TaskReport,
} from "../src/index.js";
import { FakeClock } from "../src/testing/index.js";
import { tempDir } from "./temp-dir.js";

export interface Ran {
  id: string;
  at: string;
  prompt: string;
}

/** A data home with jobs, a clock, and hosts that come and go. */
export function scheduleBench(start: string, pollMs = 600_000) {
  const dir = tempDir();
  const clock = new FakeClock(start);
  const jobs = new JobStore(join(dir, "schedule"));
  const receipts = new Receipts(join(dir, "receipts"));
  const ran: Ran[] = [];
  const notices: string[] = [];
  const work = { run: async (_: ReflectTask): Promise<TaskReport> => ({ status: "done", text: "ok" }) };

  const bench = {
    ...{ dir, clock, jobs, receipts, ran, notices, work },
    /** Writes the job file as a person would, last changed at the clock's time. */
    job(name: string, fields: JsonObject | string) {
      mkdirSync(jobs.dir, { recursive: true });
      const path = join(jobs.dir, `${name}.json`);
      const given = typeof fields === "string" ? fields : JSON.stringify({ prompt: "do it", ...fields });
      writeFileSync(path, given);
      utimesSync(path, clock.now() / 1000, clock.now() / 1000);
    },
    /** Starts a host; the returned function ends it. */
    host() {
      const stop = new AbortController();
      const run = (async () => {
        const { signal } = stop;
        const notify = ({ message }: { message: string }) => notices.push(message);
        const trigger = scheduleTrigger({
          jobs,
          receipts,
          clock,
          signal,
          notify,
          pollMs,
          reportDir: join(dir, "reports"),
        });
        const runTask = async (task: ReflectTask) => {
          ran.push({ id: task.id, at: new Date(clock.now()).toISOString(), prompt: task.prompt });
          return work.run(task);
        };
        for await (const _ of reflect(trigger, runTask, { receipts, clock, signal }));
      })().catch((error) => error);
      return async () => {
        stop.abort();
        return run;
      };
    },
    /** A host is there from now until that time. */
    async hostUntil(time: string) {
      const end = bench.host();
      await clock.advanceTo(time);
      await clock.asleep();
      return end();
    },
  };
  return bench;
}

// An agent that works by the clock: a job file, a clock that is moved by hand, receipts that survive the host. The
// "agent" is a function; put createAgent of @genericagent/agent in its place. Run: node examples/scheduled-agent.mjs
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { JobStore, Receipts, reflect, reflectPaths, scheduleTrigger } from "@genericagent/reflect";
import { FakeClock } from "@genericagent/reflect/testing";

const home = mkdtempSync(join(tmpdir(), "scheduled-agent-"));
const paths = reflectPaths(home);
const jobs = new JobStore(paths.jobs);
const receipts = new Receipts(paths.receipts);
const clock = new FakeClock("2026-10-22T12:00:00Z");

/** One task in, one report out. It must end when the signal aborts. */
async function runTask(task, signal) {
  signal.throwIfAborted();
  return { status: "done", text: `I did "${task.title}".` };
}

/** The host: pulls the trigger, runs one task after another. */
async function host(signal) {
  const pollMs = 6 * 3_600_000; // nobody edits the job files here; by default they are read twice a minute
  const trigger = scheduleTrigger({
    jobs,
    receipts,
    clock,
    signal,
    pollMs,
    reportDir: paths.scheduleReports,
  });
  for await (const event of reflect(trigger, runTask, { receipts, clock, signal }))
    if (event.type === "task-end") console.log(new Date(clock.now()).toISOString(), event.outcome.text);
}

await jobs.add("standup", {
  schedule: "09:00",
  repeat: "weekday",
  zone: "Europe/Berlin",
  missed: "once",
  prompt: "Sum up yesterday's commits.",
  created: new Date(clock.now()).toISOString(),
});

// The clocks in Berlin change on 25 October; 09:00 stays 09:00.
await runUntil("2026-10-26T12:00:00Z");
// The machine is off over the next two mornings: one run makes up for them.
clock.jumpTo("2026-10-28T10:00:00Z");
await runUntil("2026-10-28T12:00:00Z");

const { runs, missed } = await receipts.read("schedule/standup");
console.log(`${runs.length} runs, ${missed.length} time noted as missed`);
rmSync(home, { recursive: true });

async function runUntil(time) {
  const stop = new AbortController();
  const running = host(stop.signal).catch((error) => error.name === "AbortError" || Promise.reject(error));
  await clock.advanceTo(time);
  await clock.asleep();
  stop.abort();
  await running;
}

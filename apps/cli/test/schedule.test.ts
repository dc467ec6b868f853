import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { model, type Place, place, runGa, startGa } from "./run-ga.js";

const minutesAgo = (minutes: number) => new Date(Date.now() - minutes * 60_000);

/** A job that was due some minutes ago, in UTC. */
function dueJob(where: Place, name: string, fields: object = {}): void {
  const due = minutesAgo(5);
  const dir = join(where.dataHome, "schedule");
  mkdirSync(dir, { recursive: true });
  const schedule = due.toISOString().slice(11, 16);
  const job = {
    schedule,
    zone: "UTC",
    prompt: "Say hello.",
    created: minutesAgo(60).toISOString(),
    ...fields,
  };
  writeFileSync(join(dir, `${name}.json`), JSON.stringify(job));
}

const receiptsOf = (where: Place, name: string): { type: string; status?: string; why?: string }[] =>
  readFileSync(join(where.dataHome, "reflect", "receipts", "schedule", `${name}.jsonl`), "utf8")
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line));

describe("ga schedule", () => {
  it("adds, lists, checks and removes jobs, and says what is wrong with one", async () => {
    const where = place();
    const add = ["schedule", "add", "standup", "Sum up the day", "--at", "09:00", "--repeat", "weekday"];
    const added = await runGa([...add, "--zone", "Europe/Berlin"], where);
    expect(added).toMatchObject({
      code: 0,
      stdout: expect.stringMatching(/standup +never-run +weekday 09:00 Europe\/Berlin +next 20/),
    });
    expect(await runGa(add, where)).toMatchObject({ code: 2, stderr: expect.stringContaining("--replace") });
    const wrong = await runGa(["schedule", "add", "x", "p", "--repeat", "hourly"], where);
    expect(wrong).toMatchObject({ code: 2, stderr: expect.stringContaining('"repeat" must be once, daily') });

    writeFileSync(join(where.dataHome, "schedule", "torn.json"), '{"schedule": ');
    const health = await runGa(["schedule", "health"], where);
    expect(health.code).toBe(1);
    expect(health.stdout).toMatch(/torn +invalid/);
    expect(health.stdout).toContain("it is no JSON");

    expect((await runGa(["schedule", "remove", "standup"], where)).code).toBe(0);
    expect((await runGa(["schedule", "remove", "standup"], where)).stderr).toContain(
      'There is no job "standup"',
    );
  });

  it("runs what is due once, with a receipt and a report by the host, and nothing at the next look", async () => {
    const { server, env } = await model([{ text: "Hello." }]);
    const where = place(env);
    dueJob(where, "hello");
    const args = ["schedule", "run", "--due", "--json", "--model", "openai/m"];
    const first = await runGa(args, where);
    expect(first.stderr).toBe("");
    expect(first.events.map(({ type }) => type)).toEqual(["task-start", "task-end"]);
    expect(first.events[1]).toMatchObject({ outcome: { status: "done", text: "Hello.", tokens: 15 } });
    expect((await runGa(args, where)).events).toEqual([]);
    expect(server.requests).toHaveLength(1);
    expect(receiptsOf(where, "hello").map(({ type }) => type)).toEqual(["started", "ended"]);
    const done = join(where.dataHome, "schedule", "done");
    const [report] = readdirSync(done);
    expect(report).toMatch(/^\d{4}-\d\d-\d\d_\d{4}_hello\.md$/);
    expect(readFileSync(join(done, report!), "utf8")).toContain("Hello.");
    expect((await runGa(["schedule", "health"], where)).stdout).toMatch(/hello +healthy/);
  });

  it("J6: kill -9 of the host in mid-run, three times over: asked once, then noted as failed", async () => {
    const { server, env } = await model([
      { text: "never whole", stallAfterBytes: 50 },
      { text: "must not be asked" },
    ]);
    const where = place(env);
    dueJob(where, "fatal", { missed: "all" });
    const { child, finished } = startGa(["schedule", "run", "--model", "openai/m"], where);
    const end = performance.now() + 20_000;
    while (server.requests.length === 0 && performance.now() < end)
      await new Promise((resolve) => setTimeout(resolve, 20));
    child.kill("SIGKILL");
    await finished;
    for (let start = 0; start < 3; start++) {
      const again = await runGa(["schedule", "run", "--due", "--model", "openai/m"], where);
      expect(again.code).toBe(0);
    }
    expect(server.requests).toHaveLength(1);
    expect(receiptsOf(where, "fatal").map(({ type, status }) => status ?? type)).toEqual([
      "started",
      "failed",
    ]);
    expect(await runGa(["schedule", "health"], where)).toMatchObject({
      code: 1,
      stdout: expect.stringContaining("The host ended during the run; it is not run again."),
    });
  });

  it("two hosts on one data home: the second is told who has it, and a stale lock is taken over", async () => {
    const where = place((await model([])).env);
    const { child, finished } = startGa(["schedule", "run"], where);
    const lock = join(where.dataHome, "reflect", "schedule.lock");
    const end = performance.now() + 20_000;
    while (performance.now() < end && !readdirOf(join(where.dataHome, "reflect")).includes("schedule.lock"))
      await new Promise((resolve) => setTimeout(resolve, 20));
    const second = await runGa(["schedule", "run", "--due"], where);
    expect(second).toMatchObject({ code: 1, stderr: expect.stringContaining(`pid ${child.pid}`) });
    child.kill("SIGKILL");
    await finished;
    expect(JSON.parse(readFileSync(lock, "utf8"))).toMatchObject({ pid: child.pid });
    expect((await runGa(["schedule", "run", "--due"], where)).code).toBe(0);
    expect(readdirOf(join(where.dataHome, "reflect"))).not.toContain("schedule.lock");
  });

  it("runs a job by hand, stops on Ctrl-C, and says failed to the shell when it failed", async () => {
    const { env } = await model([{ text: "Hand-made." }, { status: 401, body: "bad key" }]);
    const where = place(env);
    dueJob(where, "hand", { enabled: false });
    const args = ["schedule", "run", "hand", "--model", "openai/m"];
    expect(await runGa(args, where)).toMatchObject({
      code: 0,
      stdout: expect.stringContaining("Hand-made."),
    });
    expect(await runGa(args, where)).toMatchObject({ code: 1, stdout: expect.stringContaining("401") });
    const { child, finished } = startGa(["schedule", "run"], where);
    child.stderr!.on("data", (text: string) => {
      if (text.includes("Waiting for")) child.kill("SIGINT");
    });
    expect(await finished).toMatchObject({ code: 130, stderr: expect.stringContaining("Stopped.") });
  });
});

function readdirOf(dir: string): string[] {
  try {
    return readdirSync(dir);
  } catch {
    return [];
  }
}

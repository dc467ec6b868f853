import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { scheduleHealth } from "../src/index.js";
import { scheduleBench } from "./schedule-bench.js";

it("tells what would run when, what ran, and what is wrong, and changes nothing", async () => {
  const bench = scheduleBench("2026-12-01T08:00:00Z");
  const job = { schedule: "09:00", zone: "UTC" };
  bench.job("good", job);
  bench.job("bad", { ...job, schedule: "09:01" });
  bench.job("off", { ...job, enabled: false });
  bench.job("single", { ...job, repeat: "once" });
  bench.job("later", { ...job, schedule: "2026-12-24 10:00", repeat: "once" });
  bench.job("torn", "{");
  bench.work.run = async ({ id }) =>
    id.startsWith("bad") ? { status: "failed", text: "", why: "no key" } : { status: "done", text: "" };
  const health = async () => {
    const list = await scheduleHealth(bench.jobs, bench.receipts, bench.clock.now());
    return Object.fromEntries(
      list.map(({ name, state, next }) => [name, next ? `${state} ${iso(next)}` : state]),
    );
  };
  await bench.hostUntil("2026-12-01T09:30:00Z");
  expect(await health()).toEqual({
    bad: "failed 2026-12-02T09:01",
    good: "healthy 2026-12-02T09:00",
    later: "never-run 2026-12-24T10:00",
    off: "disabled",
    single: "finished",
    torn: "invalid",
  });

  bench.clock.jumpTo("2026-12-02T10:00:00Z");
  const before = await bench.receipts.read("schedule/good");
  expect(await health()).toMatchObject({ good: "overdue 2026-12-03T09:00", single: "finished" });
  expect(await bench.receipts.read("schedule/good")).toEqual(before);
  const [good] = (await scheduleHealth(bench.jobs, bench.receipts, bench.clock.now())).filter(
    ({ name }) => name === "good",
  );
  expect(good!.problem).toContain("no host is running");

  const task = { id: "good!hand", from: "schedule/good", title: "t", prompt: "p" };
  await bench.receipts.start(task, bench.clock.now());
  expect(await health()).toMatchObject({ good: expect.stringContaining("running") });
});

it("reads jobs in UTF-16 and with spaces in their names, as people save them", async () => {
  const bench = scheduleBench("2026-12-01T08:00:00Z");
  bench.job("plain", { schedule: "09:00", zone: "UTC" });
  const text = '\uFEFF{"schedule": "09:00", "zone": "UTC", "prompt": "写日报"}';
  writeFileSync(join(bench.jobs.dir, "每日 report.json"), Buffer.from(text, "utf16le"));
  writeFileSync(join(bench.jobs.dir, "no$name.json"), "{}");
  const { jobs, problems } = await bench.jobs.list();
  expect(jobs.map(({ name, prompt }) => [name, prompt])).toEqual([
    ["plain", "do it"],
    ["每日 report", "写日报"],
  ]);
  expect(problems.map(({ error }) => error.message)).toEqual([
    expect.stringContaining("is no name for a job"),
  ]);
});

const iso = (at: number): string => new Date(at).toISOString().slice(0, 16);

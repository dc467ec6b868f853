import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { identityOf } from "../src/host/process-identity.js";
import { Receipts, reflect, scheduleTrigger } from "../src/index.js";
import { scheduleBench } from "./schedule-bench.js";

const berlin = { schedule: "09:00", zone: "Europe/Berlin" };
const times = (ran: readonly { at: string }[]) => ran.map(({ at }) => at);

describe("scheduleTrigger", () => {
  it("J1: runs a weekday job at 09:00 local time before and after the clocks change", async () => {
    const bench = scheduleBench("2026-10-22T12:00:00Z", 21_600_000);
    bench.job("standup", { ...berlin, repeat: "weekday" });
    await bench.hostUntil("2026-10-27T12:00:00Z");
    expect(times(bench.ran)).toEqual([
      "2026-10-23T07:00:00.000Z",
      "2026-10-26T08:00:00.000Z",
      "2026-10-27T08:00:00.000Z",
    ]);
  });

  describe("J3: due at 23:30, the machine wakes at 00:10", () => {
    const sleepThrough = async (missed: string) => {
      const bench = scheduleBench("2026-12-01T12:00:00Z");
      bench.job("late", { schedule: "23:30", zone: "UTC", missed });
      const end = bench.host();
      await bench.clock.advanceTo("2026-12-01T23:20:00Z");
      await bench.clock.asleep();
      bench.clock.jumpTo("2026-12-02T00:10:00Z");
      await bench.clock.advanceTo("2026-12-02T06:00:00Z");
      await bench.clock.asleep();
      await end();
      return { ...bench, history: await bench.receipts.read("schedule/late") };
    };

    it("runs it late where the policy is to make up for it, and says so", async () => {
      const { ran, history } = await sleepThrough("once");
      expect(ran).toHaveLength(1);
      expect(ran[0]).toMatchObject({ id: "late@2026-12-01T23:30:00.000Z", at: "2026-12-02T00:10:00.000Z" });
      expect(ran[0]!.prompt).toContain("40 minutes late");
      expect(history.missed).toEqual([]);
    });

    it("does not run it where the policy is to skip, and records it as missed", async () => {
      const { ran, history } = await sleepThrough("skip");
      expect(ran).toEqual([]);
      expect(history.missed).toMatchObject([
        { ids: ["late@2026-12-01T23:30:00.000Z"], why: expect.stringContaining('"missed" is "skip"') },
      ]);
    });
  });

  it("J4: a run that writes no report is run once; the host writes the receipt", async () => {
    const bench = scheduleBench("2026-12-01T08:55:00Z");
    bench.job("silent", { schedule: "09:00", zone: "UTC" });
    bench.work.run = async () => ({ status: "done", text: "" });
    await bench.hostUntil("2026-12-01T20:00:00Z");
    expect(bench.ran).toHaveLength(1);
    const { runs } = await bench.receipts.read("schedule/silent");
    expect(runs).toMatchObject([{ id: "silent@2026-12-01T09:00:00.000Z", status: "done" }]);
    expect(readdirSync(join(bench.dir, "reports"))).toEqual(["2026-12-01_0900_silent.md"]);
  });

  it("J6: a host that dies in mid-run, three times over, leaves one run, noted as failed", async () => {
    const bench = scheduleBench("2026-12-01T08:59:00Z");
    bench.job("fatal", { schedule: "09:00", zone: "UTC", missed: "all" });
    const dead = `${JSON.stringify({
      type: "started",
      id: "fatal@2026-12-01T09:00:00.000Z",
      at: "2026-12-01T09:00:00.000Z",
      title: "fatal",
      by: { pid: 2 ** 22 + 1 },
      details: { due: "2026-12-01T09:00:00.000Z", timing: "daily 09:00 UTC" },
    })}\n`;
    bench.clock.jumpTo("2026-12-01T09:00:10Z");
    const path = join(bench.receipts.dir, "schedule", "fatal.jsonl");
    await bench.receipts.miss("schedule/fatal", ["x"], 0, "so that the folder exists");
    writeFileSync(path, dead);
    for (const time of ["09:01", "09:02", "09:03"]) await bench.hostUntil(`2026-12-01T${time}:00Z`);
    expect(bench.ran).toEqual([]);
    expect((await bench.receipts.read("schedule/fatal")).runs).toMatchObject([
      { status: "failed", why: expect.stringContaining("not run again") },
    ]);
    expect(bench.notices).toEqual([expect.stringContaining("noted as failed")]);
  });

  describe("J7: the host is off from 08:55 to 09:20, a job is due at 09:00", () => {
    const offAt9 = async (missed: string, repeat = "daily", schedule = "09:00") => {
      const bench = scheduleBench("2026-12-01T08:00:00Z");
      bench.job("j", { schedule, repeat, zone: "UTC", missed });
      await bench.hostUntil("2026-12-01T08:55:00Z");
      const before = bench.ran.length;
      bench.clock.jumpTo("2026-12-01T09:20:30Z");
      await bench.hostUntil("2026-12-01T09:22:30Z");
      return { late: bench.ran.slice(before).map(({ id }) => id.slice(-13, -8)), bench };
    };

    it.for([
      ["skip", []],
      ["once", ["09:00"]],
      ["all", ["09:00"]],
    ] as const)("%s", async ([missed, expected]) => {
      expect((await offAt9(missed)).late).toEqual(expected);
    });

    it("makes up for one of several with once, for each with all, and notes the rest", async () => {
      const due = await offAt9("once", "every_5m", "08:00");
      expect(due.late).toEqual(["09:20"]);
      expect((await due.bench.receipts.read("schedule/j")).missed[0]!.ids).toHaveLength(4);
      expect((await offAt9("all", "every_5m", "08:00")).late).toEqual([
        ..."09:00 09:05 09:10 09:15 09:20".split(" "),
      ]);
      expect((await offAt9("skip", "every_5m", "08:00")).late).toEqual(["09:20"]);
    });
  });

  it("makes up for nothing that was missed longer ago than max_delay_hours", async () => {
    const bench = scheduleBench("2026-12-01T08:00:00Z");
    bench.job("morning", { schedule: "09:00", zone: "UTC", max_delay_hours: 6 });
    await bench.hostUntil("2026-12-01T08:30:00Z");
    bench.clock.jumpTo("2026-12-01T15:30:00Z");
    await bench.hostUntil("2026-12-02T09:01:00Z");
    expect(times(bench.ran)).toEqual(["2026-12-02T09:00:00.000Z"]);
    expect((await bench.receipts.read("schedule/morning")).missed).toMatchObject([
      { why: expect.stringContaining("6 h") },
    ]);
  });

  it("runs a job that takes longer than its interval one at a time, without a pile", async () => {
    const bench = scheduleBench("2026-12-01T08:00:00Z");
    bench.job("slow", { schedule: "08:00", repeat: "every_1m", zone: "UTC" });
    bench.work.run = async () => {
      const minutes = bench.ran.length < 4 ? 2.5 : 0;
      bench.clock.jumpTo(new Date(bench.clock.now() + minutes * 60_000).toISOString());
      return { status: "done", text: "" };
    };
    const end = bench.host();
    await bench.clock.asleep();
    await end();
    expect(bench.ran.map(({ id }) => id.slice(-13, -8))).toEqual(["08:00", "08:02", "08:05", "08:07"]);
    const { missed } = await bench.receipts.read("schedule/slow");
    expect(missed.flatMap(({ ids }) => ids)).toHaveLength(4);
  });

  it("D4: reads job files with a byte order mark and goes on past one that is no job", async () => {
    const bench = scheduleBench("2026-12-01T08:59:00Z");
    const job = JSON.stringify({
      schedule: "09:00",
      zone: "UTC",
      enabled: true,
      repeat: "daily",
      prompt: "p",
    });
    bench.job("bom", `\uFEFF${job}`);
    bench.job("broken", '{"schedule": "09:00"');
    bench.job("wrong", { schedule: "25:00", repeat: "hourly", missed: "never" });
    await bench.hostUntil("2026-12-01T09:05:00Z");
    expect(bench.ran.map(({ id }) => id)).toEqual(["bom@2026-12-01T09:00:00.000Z"]);
    expect(bench.notices).toHaveLength(2);
    expect(bench.notices[1]).toMatch(/"wrong".*"schedule" must be a time such as "09:00".*"missed" must be/);

    await bench.jobs.add("bom", { schedule: "10:00" }, { replace: true });
    const text = readFileSync(join(bench.jobs.dir, "bom.json"), "utf8");
    expect(text.startsWith("\uFEFF{")).toBe(true);
    expect(JSON.parse(text.slice(1))).toMatchObject({ schedule: "10:00", prompt: "p" });
  });

  it("runs nothing twice when the clock is put back, and goes on after it was far ahead", async () => {
    const bench = scheduleBench("2026-12-01T08:59:00Z");
    bench.job("j", { schedule: "09:00", zone: "UTC" });
    await bench.hostUntil("2026-12-01T09:05:00Z");
    bench.clock.jumpTo("2026-12-01T08:30:00Z");
    await bench.hostUntil("2026-12-01T09:30:00Z");
    expect(bench.ran).toHaveLength(1);
    bench.clock.jumpTo("2099-01-01T12:00:00Z");
    await bench.hostUntil("2099-01-01T12:01:00Z");
    bench.clock.jumpTo("2026-12-02T08:00:00Z");
    await bench.hostUntil("2026-12-02T09:30:00Z");
    expect(bench.ran.at(-1)!.id).toBe("j@2026-12-02T09:00:00.000Z");
  });

  it("counts times before a change of the timing as no missed ones", async () => {
    const bench = scheduleBench("2026-12-01T08:59:00Z");
    bench.job("j", { schedule: "09:00", zone: "UTC" });
    await bench.hostUntil("2026-12-01T09:30:00Z");
    bench.clock.jumpTo("2026-12-01T11:00:00Z");
    bench.job("j", { schedule: "10:00", zone: "UTC" });
    await bench.hostUntil("2026-12-02T10:30:00Z");
    expect(times(bench.ran)).toEqual(["2026-12-01T09:00:00.000Z", "2026-12-02T10:00:00.000Z"]);
  });

  it("two hosts at once run each time once", async () => {
    const bench = scheduleBench("2026-12-01T08:00:00Z");
    bench.job("j", { schedule: "08:00", repeat: "every_1m", zone: "UTC" });
    const ends = [bench.host(), bench.host(), bench.host()];
    await bench.clock.advanceTo("2026-12-01T08:20:00Z");
    await new Promise((resolve) => setTimeout(resolve, 50));
    await Promise.all(ends.map((end) => end()));
    const ids = bench.ran.map(({ id }) => id);
    expect(new Set(ids).size).toBe(ids.length);
    expect(ids.length).toBeGreaterThan(15);
  });

  it("ends when nothing is due, on request", async () => {
    const bench = scheduleBench("2026-12-01T09:00:30Z");
    bench.job("j", { schedule: "09:00", zone: "UTC", created: "2026-12-01T08:00:00Z" });
    const { jobs, receipts, clock } = bench;
    const trigger = scheduleTrigger({ jobs, receipts, clock, dueOnly: true });
    const run = reflect(trigger, async () => ({ status: "done", text: "" }), { receipts, clock });
    let next = await run.next();
    while (!next.done) next = await run.next();
    expect(next.value).toEqual({ done: 1, failed: 0, passedOver: 0 });
  });
});

describe("Receipts", () => {
  const task = { id: "t", from: "a/b", title: "t", prompt: "p" };

  it("gives a task to one of many that want it at once", async () => {
    const { dir } = scheduleBench("2026-12-01");
    const all = Array.from({ length: 20 }, () => new Receipts(join(dir, "r")));
    const taken = await Promise.all(all.map((receipts) => receipts.start(task, 0)));
    expect(taken.filter(Boolean)).toHaveLength(1);
  });

  it("closes the task of a process that died between taking it and starting it", async () => {
    const { receipts } = scheduleBench("2026-12-01");
    await receipts.start(task, 0);
    const claims = join(receipts.dir, ".claims");
    const claim = join(claims, readdirSync(claims)[0]!);
    writeFileSync(join(receipts.dir, "a", "b.jsonl"), "");
    writeFileSync(claim, JSON.stringify({ pid: 2 ** 22 + 1 }));
    expect(await receipts.start(task, 0)).toBe(false);
    expect(existsSync(claim)).toBe(false);
    expect((await receipts.read("a/b")).runs).toMatchObject([{ id: "t", status: "failed" }]);
  });

  it("tells a process from a later one with its pid", () => {
    const self = identityOf(process.pid);
    expect(self.pid).toBe(process.pid);
    if (process.platform === "linux") expect(self.started).toMatch(/^\d+$/);
  });

  it("reads on past a line that a kill has cut, and keeps the two newest halves", async () => {
    const { receipts } = scheduleBench("2026-12-01");
    const path = join(receipts.dir, "a", "b.jsonl");
    await receipts.start(task, 0);
    writeFileSync(path, `${readFileSync(path, "utf8")}{"type":"ended","id":"t","at":"19`);
    await receipts.miss("a/b", ["u"], 0, "why");
    const history = await receipts.read("a/b");
    expect([...history.handled]).toEqual(["t", "u"]);
    await receipts.miss("a/b", ["v"], 0, "x".repeat(1_100_000));
    await receipts.miss("a/b", ["w"], 0, "y");
    await receipts.miss("a/b", ["z"], 0, "y");
    expect([...(await receipts.read("a/b")).handled]).toEqual(["t", "u", "v", "w", "z"]);
    expect(readdirSync(join(receipts.dir, "a"))).toEqual(["b.1.jsonl", "b.jsonl"]);
  });
});

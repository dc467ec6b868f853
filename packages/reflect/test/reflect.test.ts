import { getEventListeners } from "node:events";
import { existsSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { mergeTriggers, Receipts, type ReflectTask, reflect, type TaskReport } from "../src/index.js";
import { collect } from "./collect.js";
import { tempDir } from "./temp-dir.js";

const task = (id: string, more: Partial<ReflectTask> = {}): ReflectTask => ({
  ...{ id, from: "test/t", title: id, prompt: id, ...more },
});
const done: TaskReport = { status: "done", text: "ok" };
async function* of(...tasks: ReflectTask[]) {
  yield* tasks;
}

describe("reflect", () => {
  it("runs one task after another; one that throws fails alone, and each learns its outcome", async () => {
    const outcomes: string[] = [];
    const settle = async ({ status, why }: { status: string; why?: string }) => {
      outcomes.push(`${status} ${why ?? ""}`.trim());
    };
    const host = collect(() => of(task("a", { settle }), task("b", { settle }), task("c", { settle })));
    const events = await host.run(3, async ({ id }) => {
      if (id === "b") throw new TypeError("broken");
      return done;
    });
    expect(events.map(({ type }) => type)).toEqual(Array(3).fill(["task-start", "task-end"]).flat());
    expect(outcomes).toEqual(["done", "failed broken", "done"]);
  });

  it("ends a run at its limit, and leaves alone one that does not heed it", async () => {
    const heeds = task("heeds", { limitMs: 30 });
    const deaf = task("deaf", { limitMs: 30 });
    const host = collect(() => of(heeds, deaf, task("next")));
    const events = await host.run(
      3,
      ({ id }, signal) =>
        new Promise((resolve, reject) => {
          if (id === "next") resolve(done);
          if (id === "heeds") signal.addEventListener("abort", () => reject(signal.reason));
        }),
      { graceMs: 50 },
    );
    const ends = events.flatMap((event) => (event.type === "task-end" ? [event.outcome] : []));
    expect(ends.map(({ status }) => status)).toEqual(["failed", "failed", "done"]);
    expect(ends[0]!.why).toContain("longer than 0.03 s");
    expect(ends[1]!.why).toContain("did not end within 0.05 s");
  });

  it("stops on its signal: the run is told, its receipt says aborted, the reason is thrown", async () => {
    const receipts = new Receipts(tempDir());
    const host = collect(() => of(task("a"), task("b")));
    const reason = new DOMException("stop", "AbortError");
    const run = host.run(
      2,
      (_, signal) =>
        new Promise((_, reject) => {
          signal.addEventListener("abort", () => reject(signal.reason));
          host.stop.abort(reason);
        }),
      { receipts },
    );
    await expect(run).rejects.toBe(reason);
    expect((await receipts.read("test/t")).runs).toMatchObject([{ id: "a", status: "aborted" }]);
  });

  it("leaves no timer and no listener, however the runs ended", async () => {
    const stop = new AbortController();
    const timers = () => process.getActiveResourcesInfo().filter((name) => name === "Timeout").length;
    const before = timers();
    const tasks = [task("a"), task("fails"), task("late", { limitMs: 20 })];
    const run = reflect(
      of(...tasks),
      ({ id }, signal) =>
        new Promise((resolve, reject) => {
          if (id === "a") resolve(done);
          if (id === "fails") reject(new TypeError("x"));
          signal.addEventListener("abort", () => reject(signal.reason));
        }),
      { signal: stop.signal },
    );
    for await (const _ of run);
    expect(getEventListeners(stop.signal, "abort")).toEqual([]);
    expect(timers()).toBeLessThanOrEqual(before);
  });

  it("does not wait for a trigger that is deaf to the signal", async () => {
    const stop = new AbortController();
    const deaf = { [Symbol.asyncIterator]: () => ({ next: () => new Promise<never>(() => {}) }) };
    const run = reflect(deaf, async () => done, { signal: stop.signal }).next();
    stop.abort();
    await expect(run).rejects.toThrow("aborted");
  });

  it("passes over what has a receipt", async () => {
    const receipts = new Receipts(tempDir());
    const first = collect(() => of(task("a"), task("a"), task("b")));
    const events = await first.run(9, () => done, { receipts });
    expect(events.map(({ type }) => type)).toEqual([
      ...["task-start", "task-end", "task-passed-over", "task-start", "task-end"],
    ]);
  });

  it("runs nothing that it cannot record, says so, and goes on when there is room again", async () => {
    const place = join(tempDir(), "in-the-way");
    writeFileSync(place, "");
    const receipts = new Receipts(join(place, "receipts"));
    const host = collect(() => of(task("a"), task("b")));
    const events = await host.run(9, () => done, { receipts });
    expect(host.tasks).toEqual([]);
    expect(events.map(({ type }) => type)).toEqual([
      ...["notice", "task-passed-over", "notice", "task-passed-over"],
    ]);
    expect(events[0]).toMatchObject({ code: "receipt" });
    rmSync(place);
    const again = collect(() => of(task("a")));
    expect((await again.run(1, () => done, { receipts })).map(({ type }) => type)).toContain("task-end");
  });

  it("writes the end of a run later, when the disk had no room for it", async () => {
    const place = join(tempDir(), "receipts");
    const receipts = new Receipts(place);
    const host = collect(() => of(task("a"), task("b")));
    let seen = 0; // the clock is asked at the end of the first run, then at the start of the second
    const events = await host.run(
      2,
      ({ id }) => {
        if (id === "a") renameSync(place, `${place}.away`);
        if (id === "a") writeFileSync(place, "");
        return done;
      },
      {
        receipts,
        clock: {
          now: () => {
            if (host.tasks.length === 1 && existsSync(`${place}.away`) && seen++ > 0) {
              rmSync(place);
              renameSync(`${place}.away`, place);
            }
            return 0;
          },
          sleep: async () => {},
        },
      },
    );
    expect(events.map(({ type }) => type)).toEqual([
      ...["task-start", "notice", "task-end", "task-start", "task-end"],
    ]);
    expect((await receipts.read("test/t")).runs.map(({ id, status }) => [id, status])).toEqual([
      ["a", "done"],
      ["b", "done"],
    ]);
  });
});

describe("mergeTriggers", () => {
  async function* failing() {
    yield task("f1");
    throw new Error("board is gone");
  }

  it("isolates a trigger that fails and goes on with the others", async () => {
    const host = collect((signal, notify) =>
      mergeTriggers({ bad: failing(), good: of(task("g1"), task("g2"), task("g3")) }, { signal, notify }),
    );
    await host.run(9);
    expect(host.tasks.map(({ id }) => id).sort()).toEqual(["f1", "g1", "g2", "g3"]);
    expect(host.notices).toMatchObject([
      { code: "trigger-failed", message: expect.stringContaining('"bad"') },
    ]);
  });

  it("fails when none is left", async () => {
    const host = collect(() => mergeTriggers({ bad: failing() }));
    await expect(host.run(9)).rejects.toMatchObject({ code: "invalid-trigger" });
  });
});

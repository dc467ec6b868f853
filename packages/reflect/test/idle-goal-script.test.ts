import { readFileSync, utimesSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import {
  goalTrigger,
  idleTrigger,
  Receipts,
  type ReflectTask,
  scriptTrigger,
  type TaskReport,
} from "../src/index.js";
import { FakeClock } from "../src/testing/index.js";
import { collect } from "./collect.js";
import { tempDir } from "./temp-dir.js";

describe("idleTrigger", () => {
  it("goes on when it cannot tell who is there or what to do", async () => {
    const clock = new FakeClock("2026-12-01T08:00:00Z");
    const trouble = ["no display", "no list"];
    const host = collect((signal, notify) =>
      idleTrigger({
        ...{ clock, signal, notify },
        lastActivity: async () => {
          if (trouble.length === 2) throw new Error(trouble.shift());
          return 0;
        },
        nextTask: async () => {
          if (trouble.length === 1) throw new Error(trouble.shift());
          return { id: "t", from: "idle", title: "t", prompt: "p" };
        },
      }),
    );
    const run = host.run(1);
    await clock.advanceTo("2026-12-01T08:30:00Z");
    await clock.advanceTo("2026-12-01T08:35:59Z");
    expect(host.tasks).toEqual([]);
    clock.advanceTo("2026-12-01T08:36:00Z").catch(() => {}); // the run ends in it, so nobody sleeps any more
    await run;
    expect(host.tasks).toHaveLength(1);
    expect(host.notices.map(({ message }) => message)).toEqual([
      "Cannot tell whether somebody is there: no display",
      "Cannot tell what to do: no list",
    ]);
  });

  it("looks every 6 minutes, starts after 30 idle ones, again as long after, and stops when somebody is seen", async () => {
    const clock = new FakeClock("2026-12-01T08:00:00Z");
    const seen: string[] = [];
    let activity = 0;
    let looks = 0;
    const host = collect((signal, notify) =>
      idleTrigger({
        ...{ clock, signal, notify, maxPerAbsence: 3 },
        lastActivity: async () => {
          looks++;
          return activity;
        },
        nextTask: async (): Promise<ReflectTask> => ({
          id: `${seen.length}`,
          from: "idle",
          title: "t",
          prompt: "p",
        }),
      }),
    );
    const run = host.run(99, () => {
      seen.push(new Date(clock.now()).toISOString().slice(11, 16));
      return { status: "done", text: "" };
    });
    await clock.advanceTo("2026-12-01T08:20:00Z");
    activity = clock.now();
    await clock.advanceTo("2026-12-01T13:00:00Z");
    expect(seen).toEqual(["08:54", "09:24", "09:54"]); // three at most until somebody is seen
    activity = clock.now();
    await clock.advanceTo("2026-12-01T13:40:00Z");
    await clock.asleep();
    expect(seen.slice(3)).toEqual(["13:30"]);
    expect(looks).toBe(56);
    host.stop.abort();
    await expect(run).rejects.toThrow("aborted");
  });
});

describe("goalTrigger", () => {
  const goal = (stateFile: string, more: object = {}) =>
    collect((signal, notify) =>
      goalTrigger({ name: "g", stateFile, objective: "write it", signal, notify, ...more }),
    );
  const phases = (tasks: readonly ReflectTask[]) => tasks.map(({ id }) => id.split("-").at(-1));
  const say = (...texts: string[]) => {
    const left = [...texts];
    return (): TaskReport => ({ status: "done", text: left.shift() ?? "", tokens: 100 });
  };

  it("believes no work phase that it is done; only a check's last line ends the goal", async () => {
    const file = join(tempDir(), "g.json");
    const host = goal(file);
    await host.run(
      99,
      say(
        "All done! [GOAL_MET]\n[GOAL_MET]",
        "I was told to write [GOAL_MET], but page 2 is missing\n[GOAL_NOT_MET]",
        "added page 2",
        "Seen.\n[GOAL_MET]",
        "summary",
      ),
    );
    expect(phases(host.tasks)).toEqual(["work", "check", "work", "check", "wrap"]);
    expect(host.tasks[2]!.prompt).toContain("page 2 is missing");
    expect(JSON.parse(readFileSync(file, "utf8"))).toMatchObject({
      end: "met",
      wrapped: true,
      usedTokens: 500,
    });
    const again = goal(file);
    await again.run(99);
    expect(again.tasks).toEqual([]);
  });

  it("ends at its budget of tokens, of turns and of time, always with a last word", async () => {
    const tokens = goal(join(tempDir(), "g.json"), { budgetTokens: 250 });
    await tokens.run(99, say());
    expect(phases(tokens.tasks)).toEqual(["work", "check", "work", "wrap"]);
    const turns = goal(join(tempDir(), "g.json"), { maxTurns: 2 });
    await turns.run(99, say());
    expect(phases(turns.tasks)).toEqual(["work", "check", "wrap"]);
    const clock = new FakeClock("2026-12-01T08:00:00Z");
    const time = goal(join(tempDir(), "g.json"), { budgetMs: 60 * 60_000 });
    const work = () => {
      clock.jumpTo(new Date(clock.now() + 25 * 60_000).toISOString());
      return { status: "done" as const, text: "" };
    };
    await time.run(99, work, { clock });
    expect(phases(time.tasks)).toEqual(["work", "check", "work", "wrap"]);
    expect(time.tasks[2]!.limitMs).toBe(10 * 60_000);
    expect(time.tasks[3]!.prompt).toContain("unconfirmed");
  });

  it("gives up after three failed runs in a row", async () => {
    const host = goal(join(tempDir(), "g.json"));
    await host.run(99, () => ({ status: "failed", text: "", why: "no key" }));
    expect(phases(host.tasks)).toEqual(["work", "check", "work", "wrap"]);
  });

  it("goes on where a killed host left it", async () => {
    const dir = tempDir();
    const receipts = new Receipts(join(dir, "r"));
    const file = join(dir, "g.json");
    const first = goal(file);
    await first.run(1, say("first half"), { receipts }); // the reader leaves, as after a kill
    const second = goal(file, { objective: undefined });
    await second.run(99, say("Fine.\n[GOAL_MET]", ""), { receipts });
    expect(phases(second.tasks)[0]).toBe("check");
    expect(second.tasks.length).toBe(2);
    await expect(goal(file, { objective: "another" }).run(1)).rejects.toMatchObject({
      code: "invalid-options",
    });
  });
});

describe("a goal under bad conditions", () => {
  it("ends when nothing can be recorded, instead of going round", async () => {
    const dir = tempDir();
    writeFileSync(join(dir, "file"), "");
    const receipts = new Receipts(join(dir, "file", "receipts"));
    const host = collect((signal) =>
      goalTrigger({ name: "g", stateFile: join(dir, "g.json"), objective: "o", signal }),
    );
    const events = await host.run(99, undefined, { receipts });
    expect(host.tasks).toEqual([]);
    expect(events.filter(({ type }) => type === "task-passed-over")).toHaveLength(4);
  });

  it("has a phase again that the user stopped", async () => {
    const file = join(tempDir(), "g.json");
    const open = () =>
      collect((signal) => goalTrigger({ name: "g", stateFile: file, objective: "o", signal }));
    const first = open();
    const stopped = first.run(2, (_, signal) => {
      first.stop.abort();
      return Promise.reject(signal.reason);
    });
    await expect(stopped).rejects.toThrow("abort");
    const second = open();
    await second.run(1);
    expect(second.tasks[0]!.id).toMatch(/#2-work$/);
  });
});

describe("scriptTrigger", () => {
  const script = (text: string) => {
    const path = join(tempDir(), "mine.mjs");
    writeFileSync(path, text);
    return path;
  };
  const open = (path: string, more: object = {}) =>
    collect((signal, notify) => scriptTrigger({ script: path, signal, notify, ...more }));

  it("runs what check() returns, tells on_done, passes args to init, ends with /exit", async () => {
    const path = script(`
      export const INTERVAL = 0.01;
      const todo = [null, "first", "second", "/exit"];
      export const seen = [];
      export function init(args) { seen.push(args.who); }
      export function check() { return todo.shift(); }
      export function on_done(text) { globalThis.seenByScript = [...seen, text]; }
    `);
    const host = open(path, { args: { who: "me" } });
    await host.run(99, ({ prompt }) => ({ status: "done", text: `did ${prompt}` }));
    expect(host.tasks.map(({ prompt }) => prompt)).toEqual(["first", "second"]);
    expect((globalThis as { seenByScript?: string[] }).seenByScript).toEqual(["me", "did second"]);
  });

  it("ends after the first task with ONCE, and takes a changed file without a restart", async () => {
    const path = script("export const INTERVAL = 0.01; export const check = () => null;");
    const host = open(path);
    const run = host.run(99);
    writeFileSync(path, 'export const ONCE = true; export const check = () => "changed";');
    utimesSync(path, 5, 5);
    await run;
    expect(host.tasks.map(({ prompt }) => prompt)).toEqual(["changed"]);
  });

  it("names what is wrong with a script: missing, no check(), a check that throws or hangs", async () => {
    await expect(open("/no/such.mjs").run(1)).rejects.toMatchObject({ code: "bad-script" });
    await expect(open(script("export const x = 1;")).run(1)).rejects.toThrow("exports no function check()");
    const throwing = open(
      script('export const INTERVAL = 0; export const check = () => { throw new Error("no net"); };'),
    );
    await expect(throwing.run(1)).rejects.toThrow(/no net \(10 times\)/);
    expect(throwing.notices).toHaveLength(9);
    const hanging = open(
      script("export const INTERVAL = 0; export const check = () => new Promise(() => {});"),
      {
        limitMs: 5,
      },
    );
    await expect(hanging.run(1)).rejects.toThrow("check() took longer than");
  });
});

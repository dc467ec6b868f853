import { appendFileSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { model, type Place, place, runGa, startGa } from "./run-ga.js";

const receipts = (where: Place, from: string): string =>
  readFileSync(join(where.dataHome, "reflect", "receipts", `${from}.jsonl`), "utf8");

describe("ga reflect", () => {
  it("starts a task for a matching line of a log, in a real process, and leaves a receipt", async () => {
    const { server, env } = await model([{ text: "The disk is full." }]);
    const where = place(env);
    const log = join(where.cwd, "app.log");
    writeFileSync(log, "ERROR of yesterday\n");
    const args = ["reflect", "--log", "app.log", "--pattern", "ERROR", "Find the cause.", "--once", "--json"];
    const { finished } = startGa([...args, "--model", "openai/m"], where);
    const line = setInterval(() => appendFileSync(log, "ERROR no space left\n"), 1_000);
    const { code, events } = await finished.finally(() => clearInterval(line));
    expect(code).toBe(0);
    expect(events.at(-1)).toMatchObject({
      type: "task-end",
      outcome: { status: "done", text: "The disk is full." },
    });
    const asked = JSON.stringify(server.requests[0]!.body);
    expect(asked).toContain("Find the cause.");
    expect(asked).toContain("no space left");
    expect(asked).not.toContain("of yesterday");
    expect(receipts(where, "watch/app.log")).toContain('"status":"done"');
  });

  it("starts a task when a watched file changes", async () => {
    const { env } = await model([{ text: "Seen." }]);
    const where = place(env);
    const { child, finished } = startGa(
      ["reflect", "--watch", ".", "look at it", "--once", "--json", "--model", "openai/m"],
      where,
    );
    child.stdout!.on("data", (text: string) => {
      if (text.includes('"watching"')) writeFileSync(join(where.cwd, "new.txt"), "x");
    });
    const { code, events } = await finished;
    expect(code).toBe(0);
    expect(events.at(-1)).toMatchObject({ type: "task-end", task: { title: "files: 1 changed files" } });
  });

  it("runs a script of the user, and a goal to its confirmed end", async () => {
    const { env } = await model([
      { text: "tick" },
      { text: "made" },
      { text: "Looked at it.\n[GOAL_MET]" },
      { text: "Here is what was made." },
    ]);
    const where = place(env);
    writeFileSync(
      join(where.cwd, "mine.mjs"),
      'let n = 0; export const INTERVAL = 0.01; export const check = () => (n++ ? "/exit" : "tick");',
    );
    const script = await runGa(["reflect", "mine.mjs", "--model", "openai/m"], where);
    expect(script).toMatchObject({ code: 0, stdout: expect.stringMatching(/✓ mine: tick .*done/) });
    const goal = await runGa(
      ["reflect", "--goal", "make it", "--goal-name", "g", "--model", "openai/m"],
      where,
    );
    expect(goal.code).toBe(0);
    expect(goal.stdout).toContain('Goal "g" has ended: met.');
    expect(receipts(where, "goal/g").match(/"type":"ended"/g)).toHaveLength(3);
  });

  it("says what it needs", async () => {
    const where = place();
    expect(await runGa(["reflect"], where)).toMatchObject({
      code: 2,
      stderr: expect.stringContaining("--idle"),
    });
    expect(await runGa(["reflect", "--watch", "."], where)).toMatchObject({ code: 2 });
    const bad = await runGa(["reflect", "--log", "x", "--pattern", "(", "do"], where);
    expect(bad).toMatchObject({ code: 2, stderr: expect.stringContaining("regular expression") });
    const missing = await runGa(["reflect", "missing.mjs"], where);
    expect(missing).toMatchObject({ code: 1, stderr: expect.stringContaining("Cannot load the script") });
  });
});

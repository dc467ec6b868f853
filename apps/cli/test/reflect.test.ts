import { appendFileSync, existsSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import { searchSkills, skillStats } from "../src/explore-skills.js";
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
    const { child, finished } = startGa([...args, "--model", "openai/m"], where);
    child.stdout!.on("data", (text: string) => {
      if (text.includes('"watching"')) appendFileSync(log, "ERROR no space left\n");
    });
    const { code, events } = await finished;
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
    expect(events.at(-1)).toMatchObject({ type: "task-end", task: { title: "files: 1 changed file" } });
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
    expect(goal.stderr).toContain('Waiting for the goal "make it".');
    expect(receipts(where, "goal/g").match(/"type":"ended"/g)).toHaveLength(3);
    const missing = await runGa(["reflect", "other.mjs", "--model", "openai/m"], where);
    expect(missing).toMatchObject({ code: 1, stdout: "" });
    expect(missing.stderr).toMatch(
      /Cannot load the script .*other\.mjs: it does not exist\. Check the path\./,
    );
  });

  it("explores while nobody is there: plans, does the best task, reports, and asks before it remembers", async () => {
    const tasks = ["web", "files", "data", "system"].map((category, index) => ({
      ...{ title: `Task ${index}`, category, goal: "a number", check: "it is printed", skills: [] },
    }));
    const memory = JSON.stringify([
      { path: "skills/count/SKILL.md", why: "it ran", text: "Count by wc -l." },
    ]);
    const { server, env } = await model([
      { text: JSON.stringify(tasks) },
      { text: '[{"utility":1,"innovation":1},{"utility":9,"innovation":9},{"utility":2},{}]' },
      { toolCalls: [{ name: "code_run", args: { type: "bash", script: "pwd; echo 42 > found.txt" } }] },
      { text: `CHECK: holds\nIt is 42.\n\`\`\`memory\n${memory}\n\`\`\`` },
    ]);
    const where = place(env);
    const args = ["reflect", "--idle", "--idle-minutes", "0.01", "--json", "--model", "openai/m"];
    const { child, finished } = startGa(args, where);
    child.stdout!.on("data", (text: string) => {
      if (text.includes('"task-end"') && text.includes("explore: Task 1")) child.kill("SIGINT");
    });
    const { code, events } = await finished;
    expect(code).toBe(130);
    const ends = events.filter(({ type }) => type === "task-end");
    expect(ends).toMatchObject([
      { task: { title: "plan what to explore" }, outcome: { status: "done" } },
      { task: { title: "explore: Task 1" }, outcome: { status: "done" } },
    ]);
    server.assertDone();
    expect(receipts(where, "explore/tasks")).toContain('"status":"done"');
    const reports = join(where.dataHome, "reflect", "exploration", "reports");
    const report = readFileSync(join(reports, "R001_Task-1.md"), "utf8");
    expect(report).toContain("It is 42.");
    const folder = /Folder: (.+)/.exec(report)![1]!;
    onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
    expect(readFileSync(join(folder, "found.txt"), "utf8")).toBe("42\n");
    expect(existsSync(join(where.cwd, "found.txt"))).toBe(false);

    const skill = join(where.dataHome, "memory", "skills", "count", "SKILL.md");
    expect(existsSync(skill)).toBe(false);
    const review = await runGa(["reflect", "review", "--json"], where);
    const [proposal] = JSON.parse(review.stdout);
    expect((await runGa(["reflect", "review"], where)).stdout).toContain("+ Count by wc -l.");
    const accepted = await runGa(["reflect", "review", "--accept", proposal.id], where);
    expect(accepted).toMatchObject({ code: 0, stdout: expect.stringContaining("is in the memory") });
    expect(readFileSync(skill, "utf8")).toContain("Count by wc -l.");
    expect((await runGa(["memory", "diff"], where)).stdout).toContain("ga reflect review");
    expect(await searchSkills(where.dataHome, "count lines by wc")).toEqual(["count: Count by wc -l."]);
    expect(await skillStats(where.dataHome)).toEqual([{ name: "count", category: "count", uses: 0 }]);
    const pending = join(where.dataHome, "reflect", "pending", "aa.json");
    writeFileSync(pending, JSON.stringify({ ...proposal, id: "aa", text: "Look at process PID 4711." }));
    const refused = await runGa(["reflect", "review", "--accept", "aa"], where);
    expect(refused.code).not.toBe(0);
    expect(refused.stderr).toContain("Not written.");
    expect(readFileSync(skill, "utf8")).toContain("Count by wc -l.");
    expect(existsSync(pending)).toBe(true);
    expect((await runGa(["reflect", "review", "--reject", "nope"], where)).code).toBe(2);
  });

  it("takes tasks from a board in another process and brings the result back", async () => {
    const { env } = await model([{ text: "It is 7." }]);
    const where = place({ ...env, GA_BOARD_KEY: "k-0123456789" });
    const { child } = startGa(["reflect", "--board", "serve"], where);
    const url = await new Promise<string>((resolve) =>
      child.stdout!.on("data", (text: string) => {
        const found = /http:\S+\d/.exec(text)?.[0];
        if (found) resolve(found);
      }),
    );
    const headers = { "x-api-key": "k-0123456789", "content-type": "application/json" };
    const body = JSON.stringify({ title: "sum", prompt: "3 + 4?" });
    expect((await fetch(`${url}/tasks`, { method: "POST", headers, body })).status).toBe(201);
    const worker = await runGa(
      ["reflect", "--team", url, "--name", "w", "--once", "--model", "openai/m"],
      where,
    );
    expect(worker).toMatchObject({ code: 0, stdout: expect.stringMatching(/✓ sum .*\n {2}It is 7\./) });
    const { tasks } = (await (await fetch(`${url}/tasks`, { headers })).json()) as { tasks: object[] };
    expect(tasks).toMatchObject([
      { state: "done", worker: "w", result: { status: "done", text: "It is 7." } },
    ]);
    child.kill("SIGINT");
    const { GA_BOARD_KEY: _, ...without } = where.env;
    const keyless = await runGa(["reflect", "--team", url], { ...where, env: without });
    expect(keyless).toMatchObject({ code: 2, stderr: expect.stringContaining("GA_BOARD_KEY") });
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

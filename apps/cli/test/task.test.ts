import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { describe, expect, it } from "vitest";
import { model, type Place, place, runGa, startGa } from "./run-ga.js";

const write = (content: string) => ({
  toolCalls: [{ name: "file_write", args: { path: "a.txt", content } }],
});
const wait = (ms: number) => ({
  toolCalls: [
    {
      name: "code_run",
      args: { type: "javascript", script: `setTimeout(() => console.log('waited'), ${ms})` },
    },
  ],
});

async function until<T>(look: () => T | undefined | false, what: string): Promise<T> {
  for (let tries = 0; tries < 400; tries++) {
    const found = look();
    if (found) return found;
    await sleep(50);
  }
  throw new TypeError(`waited in vain for ${what}`);
}

const folderOf = (where: Place, name: string) => join(where.dataHome, "tasks", name);
const text = (path: string) => (existsSync(path) ? readFileSync(path, "utf8") : "");
const ended = (path: string) => until(() => text(path).endsWith("[ROUND END]\n") && text(path), path);
/** As a careful writer leaves a note: whole at once. */
function note(folder: string, name: string, words: string): void {
  writeFileSync(join(folder, `${name}.new`), words);
  renameSync(join(folder, `${name}.new`), join(folder, name));
}

describe("ga task", () => {
  it("answers input, then replies, round by round, until it is stopped", async () => {
    const { env, server } = await model([write("1"), { text: "First done." }, { text: "Second done." }]);
    const where = place(env);
    const { finished } = startGa(["task", "sort", "--model", "openai/m", "--input", "sort it"], where);
    const folder = folderOf(where, "sort");
    const first = await ended(join(folder, "output.txt"));
    expect(first).toContain("[file_write: ok]");
    expect(first).toContain("First done.");
    note(folder, "reply.txt", "and now?");
    expect(await ended(join(folder, "output1.txt"))).toContain("Second done.");
    expect(JSON.stringify(server.requests[2]!.body)).toContain("and now?");
    note(folder, "_stop", "");
    expect((await finished).code).toBe(0);
    expect(JSON.parse(text(join(folder, "task.json")))).toMatchObject({ round: 1, status: "ended" });
    expect(readdirSync(folder).sort()).toEqual(["input.txt", "output.txt", "output1.txt", "task.json"]);
  });

  it("takes words, key info and a stop in the middle of a round", async () => {
    const { env, server } = await model([wait(1500), wait(1), wait(60_000), { text: "never" }]);
    const where = place(env);
    const { finished } = startGa(
      ["task", "steer", "--model", "openai/m", "--input", "go", "--idle", "1"],
      where,
    );
    const folder = folderOf(where, "steer");
    await until(() => server.requests.length === 1, "the first request");
    note(folder, "_intervene", "look at b.txt");
    note(folder, "_keyinfo", "the door code is 7");
    await until(() => server.requests.length === 3, "the third request");
    expect(JSON.stringify(server.requests[1]!.body)).toContain("[MASTER] look at b.txt");
    expect(JSON.stringify(server.requests[2]!.body)).toContain("[MASTER] the door code is 7");
    note(folder, "_stop", "");
    expect(await ended(join(folder, "output.txt"))).toContain("AbortError");
    expect((await finished).code).toBe(0);
    await server.close().catch(() => {});
  });

  it("has random names that are nobody else's, and refuses one that ran or runs", async () => {
    const { env } = await model(() => ({ text: "ok" }));
    const where = place(env);
    const args = ["task", "--model", "openai/m", "--input", "go", "--idle", "0.1"];
    const runs = await Promise.all([runGa(args, where), runGa(args, where)]);
    const folders = runs.map(({ stderr }) => stderr.trim().split("\n")[0]);
    expect(new Set(folders).size).toBe(2);
    for (const folder of folders) expect(folder).toMatch(/task-[0-9a-f]{10}$/);

    const named = ["task", "mine", "--model", "openai/m", "--input", "go"];
    const { child, finished } = startGa(named, where);
    await ended(join(folderOf(where, "mine"), "output.txt"));
    expect(await runGa(named, where)).toMatchObject({
      code: 1,
      stderr: expect.stringContaining("another process"),
    });
    child.kill("SIGTERM");
    await finished;
    expect(await runGa(named, where)).toMatchObject({ code: 2, stderr: expect.stringContaining("--resume") });
    expect(await runGa(["task", "../out"], where)).toMatchObject({ code: 2 });
    expect(await runGa(["task", "empty", "--model", "openai/m"], where)).toMatchObject({
      code: 2,
      stderr: expect.stringContaining("nothing to do"),
    });
  });

  it("goes on after kill -9 where it stopped", async () => {
    const { env, server } = await model([wait(60_000), { text: "I looked: it did not finish." }]);
    const where = place(env);
    const { child, finished } = startGa(["task", "long", "--model", "openai/m", "--input", "go"], where);
    await until(() => server.requests.length === 1, "the first request");
    await sleep(700);
    child.kill("SIGKILL");
    await finished;
    const again = await runGa(["task", "long", "--resume", "--model", "openai/m", "--idle", "0.1"], where);
    expect(again.code).toBe(0);
    expect(await ended(join(folderOf(where, "long"), "output.txt"))).toContain("it did not finish");
    expect(JSON.stringify(server.requests[1]!.body)).toContain("Interrupted");
  });

  it("starts in the background and prints its pid and folder", async () => {
    const { env } = await model([{ text: "From behind." }]);
    const where = place(env);
    mkdirSync(where.dataHome);
    const args = ["task", "back", "--bg", "--model", "openai/m", "--input", "go", "--idle", "0.3"];
    const { code, stdout } = await runGa(args, where);
    const [pid, folder] = stdout.trim().split("\n");
    expect(code).toBe(0);
    expect(await ended(join(folder!, "output.txt"))).toContain("From behind.");
    await until(() => text(join(folder!, "task.json")).includes('"ended"'), "the end of the task");
    expect(Number(pid)).toBeGreaterThan(0);
    await until(() => !existsSync(join(folder!, "task.json.lock")), "the end of its process");
  });
});

import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { model, place, runGa, startGa } from "./run-ga.js";

const write = { toolCalls: [{ name: "file_write", args: { path: "a.txt", content: "1" } }] };
const sleep = {
  toolCalls: [
    {
      name: "code_run",
      args: { type: "javascript", script: "console.log('up'); setTimeout(() => {}, 60000)" },
    },
  ],
};

const read = (path: string) => JSON.parse(readFileSync(path, "utf8"));

describe("ga run --func", () => {
  it("takes the prompt from a file and leaves the result in another", async () => {
    const { server, env } = await model([write, { text: "It is 42." }]);
    const where = place(env);
    writeFileSync(join(where.cwd, "q.txt"), "compute\nit");
    const { code, stdout, stderr } = await runGa(["run", "--model", "openai/m", "--func", "q.txt"], where);
    expect({ code, stdout, stderr }).toEqual({ code: 0, stdout: "", stderr: "" });
    expect(JSON.stringify(server.requests[0]!.body)).toContain("compute\\nit");
    expect(read(join(where.cwd, "q.result.json"))).toMatchObject({
      type: "run-end",
      reason: "done",
      text: "It is 42.",
      turns: 2,
      usage: { inputTokens: 20, outputTokens: 10 },
      model: "openai/m",
    });
    expect(readdirSync(where.cwd).filter((name) => /tmp|lock/.test(name))).toEqual([]);
  });

  it("writes the answer alone where the result is no JSON file", async () => {
    const { env } = await model([{ text: "It is 42." }]);
    const where = place(env);
    writeFileSync(join(where.cwd, "q.txt"), "compute");
    await runGa(["run", "--model", "openai/m", "--func", "q.txt", "--out", "answer.txt"], where);
    expect(readFileSync(join(where.cwd, "answer.txt"), "utf8")).toBe("It is 42.\n");
  });

  it("makes a result of a failure, a spent budget and a time limit as well", async () => {
    const { env } = await model([write, { status: 401, body: "no" }, write, sleep]);
    const where = place(env);
    const at = (name: string) => join(where.cwd, name);
    for (const name of ["auth", "tokens", "time"]) writeFileSync(at(`${name}.txt`), "go");
    const run = (name: string, ...more: string[]) =>
      runGa(["run", "--model", "openai/m", "--func", `${name}.txt`, ...more], where);
    expect((await run("auth")).code).toBe(1);
    expect(read(at("auth.result.json"))).toMatchObject({ reason: "failed", error: { code: "auth" } });
    expect((await run("tokens", "--max-tokens", "10")).code).toBe(1);
    expect(read(at("tokens.result.json"))).toMatchObject({
      reason: "failed",
      error: { code: "budget-spent" },
    });
    expect((await run("time", "--time-limit", "1.5")).code).toBe(1);
    expect(read(at("time.result.json"))).toMatchObject({ reason: "failed", error: { code: "budget-spent" } });
  });

  it("refuses a prompt that is not there, and one that another process works on", async () => {
    const { env } = await model([sleep]);
    const where = place(env);
    expect(await runGa(["run", "--func", "none.txt"], where)).toMatchObject({
      code: 2,
      stderr: expect.stringContaining("none.txt"),
    });
    writeFileSync(join(where.cwd, "q.txt"), "go");
    const args = ["run", "--model", "openai/m", "--func", "q.txt", "--json"];
    const { child, finished } = startGa(args, where);
    await new Promise<void>((resolve) => {
      child.stdout!.on("data", (text: string) => text.includes("tool-output") && resolve());
    });
    expect(await runGa(args, where)).toMatchObject({
      code: 1,
      stderr: expect.stringContaining("another process"),
    });
    child.kill("SIGTERM");
    await finished;
    expect(read(join(where.cwd, "q.result.json"))).toMatchObject({ reason: "aborted" });
  });

  it("goes on after kill -9, and only writes the result where the run had ended", async () => {
    const { server, env } = await model([sleep, { text: "I checked it." }]);
    const where = place(env);
    const prompt = join(where.cwd, "q.txt");
    const result = join(where.cwd, "q.result.json");
    writeFileSync(prompt, "go");
    const args = ["run", "--model", "openai/m", "--func", "q.txt", "--json"];
    const { child, finished } = startGa(args, where);
    child.stdout!.on("data", (text: string) => text.includes("tool-output") && child.kill("SIGKILL"));
    await finished;
    expect(existsSync(result)).toBe(false);
    expect((await runGa([...args, "--continue"], where)).code).toBe(0);
    expect(JSON.stringify(server.requests[1]!.body)).toContain("Interrupted, state unknown");
    const first = read(result);
    rmSync(result);
    expect((await runGa([...args, "--continue"], where)).code).toBe(0);
    expect(read(result)).toMatchObject({ text: first.text, reason: "done" });
    server.assertDone();
  });
});

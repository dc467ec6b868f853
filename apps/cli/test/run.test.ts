import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { model, place, runGa, startGa } from "./run-ga.js";

const writeHello = {
  text: "<summary>nothing yet; write the file</summary>",
  toolCalls: [{ name: "file_write", args: { path: "hello.txt", content: "hello\n" } }],
};

describe("ga run", () => {
  it.for(["openai/any", "openai-responses/any", "anthropic/any"])(
    "does real work on real files over %s",
    async (name) => {
      const { server, env } = await model([
        writeHello,
        { toolCalls: [{ name: "code_run", args: { type: "javascript", script: "console.log(6 * 7)" } }] },
        { text: "It is 42." },
      ]);
      const where = place(env);
      const { code, events, stderr } = await runGa(
        ["run", "--model", name, "--json", "write and compute"],
        where,
      );
      expect(stderr).toBe("");
      expect(code).toBe(0);
      expect(readFileSync(join(where.cwd, "hello.txt"), "utf8")).toBe("hello\n");
      expect(events.at(-1)).toMatchObject({
        type: "run-end",
        reason: "done",
        text: "It is 42.",
        turns: 3,
        usage: { inputTokens: 30, outputTokens: 15 },
      });
      expect(events.filter(({ type }) => type === "tool-end")).toHaveLength(2);
      expect(JSON.stringify(server.requests[2]!.body)).toContain("42");
      server.assertDone();
    },
  );

  it("writes only the answer to a pipe, and the rest to stderr", async () => {
    const { env } = await model([writeHello, { text: "Done: hello.txt" }]);
    const { code, stdout, stderr } = await runGa(["run", "write"], place(env));
    expect(code).toBe(0);
    expect(stdout).toBe("Done: hello.txt\n");
    expect(stderr).toMatch(/› nothing yet; write the file\n✓ file_write hello\.txt .*\n.*done.*2 turns/s);
  });

  it("never writes a withdrawn half answer to a pipe", async () => {
    const { env } = await model([
      { text: "The answer is almost", cutAfterBytes: 400 },
      { text: "The answer is 7." },
    ]);
    const { code, stdout } = await runGa(["run", "--model", "openai/m", "q"], place(env));
    expect(code).toBe(0);
    expect(stdout).toBe("The answer is 7.\n");
  });

  it("asks the next model of config.json when the first one fails, and shows one whole answer", async () => {
    const { env } = await model([
      { text: "The answer is almost", cutAfterBytes: 400 },
      { text: "The answer is 7." },
    ]);
    const where = place(env);
    mkdirSync(where.dataHome);
    writeFileSync(join(where.dataHome, "config.json"), '{"fallbacks": ["anthropic/other"]}');
    const { code, events } = await runGa(["run", "--model", "openai/m", "--json", "q"], where);
    expect(code).toBe(0);
    expect(events.find((event) => event.code === "model-failover")).toMatchObject({
      data: { from: "openai/m", to: "anthropic/other" },
    });
    expect(events.at(-1)).toMatchObject({ reason: "done", text: "The answer is 7." });
  });

  it("takes the task from standard input", async () => {
    const { server, env } = await model([{ text: "ok" }]);
    const { code } = await runGa(["run", "--model", "openai/m"], place(env), "count the\nlines\n");
    expect(code).toBe(0);
    expect(JSON.stringify(server.requests[0]!.body)).toContain("count the\\nlines");
  });

  it("ends with 3 and the question where nobody can be asked, and goes on with the answer", async ({
    expect,
  }) => {
    const ask = {
      toolCalls: [{ name: "ask_user", args: { question: "Which one?", candidates: ["a", "b"] } }],
    };
    const { server, env } = await model([ask, { text: "Taking b." }]);
    const where = place(env);
    const first = await runGa(["run", "--model", "openai/m", "--json", "pick"], where);
    expect(first.code).toBe(3);
    expect(first.events.at(-1)).toMatchObject({ reason: "exited", data: { question: "Which one?" } });

    const { session } = first.events.at(-1) as unknown as { session: string };
    const early = await runGa(["resume", session], where);
    expect(early).toMatchObject({ code: 2, stderr: expect.stringContaining("waits for an answer") });

    const second = await runGa(["resume", session, "b", "--model", "openai/m"], where);
    expect(second).toMatchObject({ code: 0, stdout: "Taking b.\n" });
    const sent = JSON.stringify(server.requests[1]!.body);
    expect(sent).toContain("call_1");
    expect(sent).toContain('"b"');
  });

  it("stops a run on Ctrl-C with 130 and keeps what was done", async () => {
    const sleep = "setTimeout(() => {}, 60000); console.log('started')";
    const { env } = await model([
      { toolCalls: [{ name: "code_run", args: { type: "javascript", script: sleep } }] },
    ]);
    const where = place(env);
    const { child, finished } = startGa(["run", "--model", "openai/m", "--json", "sleep"], where);
    child.stdout!.on("data", (text: string) => {
      if (text.includes("tool-output")) child.kill("SIGINT");
    });
    const { code, events, stderr } = await finished;
    expect(code).toBe(130);
    expect(stderr).toContain("Stopped.");
    expect(events.at(-1)).toMatchObject({ type: "run-end", reason: "aborted", turns: 1 });
    expect(await journalOf(where.dataHome)).toContain('"reason":"aborted"');
  });

  it("resumes after kill -9: the cut call is reported, never repeated", async () => {
    const script =
      "require('fs').appendFileSync('runs.txt', 'x'); setTimeout(() => {}, 60000); console.log('started')";
    const { server, env } = await model([
      writeHello,
      { toolCalls: [{ name: "code_run", args: { type: "javascript", script } }] },
      { text: "I checked: it ran once." },
    ]);
    const where = place(env);
    const { child, finished } = startGa(["run", "--model", "openai/m", "--json", "work"], where);
    child.stdout!.on("data", (text: string) => {
      if (text.includes("tool-output")) child.kill("SIGKILL");
    });
    await finished;
    writeFileSync(join(where.dataHome, "note"), "");

    const resumed = await runGa(["resume", "--model", "openai/m"], where);
    expect(resumed).toMatchObject({ code: 0, stdout: "I checked: it ran once.\n" });
    const sent = JSON.stringify(server.requests[2]!.body);
    expect(sent).toContain("Interrupted, state unknown");
    expect(sent).toContain("hello.txt");
    expect(readFileSync(join(where.cwd, "runs.txt"), "utf8")).toBe("x");
  });
});

async function journalOf(dataHome: string): Promise<string> {
  const folder = join(dataHome, "memory", "L4_raw_sessions");
  return readdirSync(folder)
    .map((name) => readFileSync(join(folder, name), "utf8"))
    .join("");
}

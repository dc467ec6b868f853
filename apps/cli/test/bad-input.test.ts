import { mkdirSync, readdirSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import type { ModelAnswer } from "@genericagent/llm/testing";
import { describe, expect, it } from "vitest";
import { model, place, runGa } from "./run-ga.js";

/** One or two lines, no stack, no key. */
const isPlain = (stderr: string): boolean =>
  stderr
    .trim()
    .split("\n")
    .filter((line) => line.startsWith("ga:")).length === 1 && !/\n\s+at |sk-test|node:internal/.test(stderr);

describe("bad input", () => {
  it.for([
    [["run", "--modle", "x", "task"], /unknown option '--modle'.*--model/s],
    [["frobnicate"], /no command "frobnicate".*ga run "frobnicate"/],
    [["run", "--max-turns", "0", "task"], /whole number above 0/],
    [["run", "--model", "gtp/4", "task"], /unknown provider "gtp"/],
    [["run"], /needs a task/],
    [["run", "--cwd", "/no/such/folder", "--model", "ollama/x", "task"], /does not exist/],
    [["resume", "nope", "--model", "ollama/x"], /there is no such session/],
    [["resume"], /no session to resume/],
  ] as const)("%j is bad usage", async ([args, message]) => {
    const { code, stderr } = await runGa([...args], place());
    expect(stderr).toMatch(message);
    expect(stderr).not.toMatch(/\n\s+at /);
    expect(code).toBe(2);
  });

  it("says which key is missing", async () => {
    const { code, stderr } = await runGa(["run", "--model", "openai/m", "task"], place());
    expect(stderr).toMatch(/OPENAI_API_KEY is not set/);
    expect(code).toBe(1);
  });

  it("names the file and the place of a broken config", async () => {
    const where = place();
    mkdirSync(where.dataHome);
    writeFileSync(join(where.dataHome, "config.json"), '{"maxTurns": "many"}');
    const { code, stderr } = await runGa(["run", "task"], where);
    expect(stderr).toMatch(/config\.json is not valid at "maxTurns"/);
    expect(code).toBe(1);
  });

  it("says what to do about a data home that cannot be written", async () => {
    const { env } = await model([]);
    const where = place(env);
    writeFileSync(where.dataHome, "a file in the way");
    const { code, stderr } = await runGa(["run", "--model", "openai/m", "task"], where);
    expect(stderr).toMatch(/Set GA_HOME to a folder you can write/);
    expect(code).toBe(1);
  });

  it.for([
    [
      "401",
      { status: 401, body: { error: { message: "Incorrect API key provided: sk-test-0123456789" } } },
      /key/i,
    ],
    ["404", { status: 404, body: { error: { message: "model not found" } } }, /404|not found/i],
    [
      "429",
      { status: 429, headers: { "retry-after": "10800" }, body: { error: { message: "slow down" } } },
      /slow down/,
    ],
    ["500", { status: 500, body: { error: { message: "boom" } } }, /boom/],
    ["a web page", { body: "<!doctype html><html><body>Login</body></html>" }, /web page|HTML/i],
  ] as [string, ModelAnswer, RegExp][])("an endpoint that answers %s", async ([, answer, message]) => {
    const { env } = await model(() => answer);
    const where = place(env);
    const { code, stderr, events } = await runGa(["run", "--model", "openai/m", "--json", "task"], where);
    expect(stderr).toMatch(message);
    expect(isPlain(stderr), stderr).toBe(true);
    expect(code).toBe(1);
    expect(events.at(-1)).toMatchObject({ type: "run-end", reason: "failed" });
    const names = readdirSync(join(where.dataHome, "memory", "L4_raw_sessions"));
    expect(names.filter((name) => name.endsWith(".jsonl"))).toHaveLength(1);
  });

  it("an endpoint that refuses the connection", async () => {
    const server = createServer().listen(0, "127.0.0.1");
    await new Promise((resolve) => server.once("listening", resolve));
    const { port } = server.address() as AddressInfo;
    await new Promise((resolve) => server.close(resolve));
    const env = { OPENAI_API_KEY: "sk-test-0123456789", OPENAI_BASE_URL: `http://127.0.0.1:${port}/v1` };
    const { code, stderr } = await runGa(["run", "--model", "openai/m", "task"], place(env));
    expect(stderr).toContain(`127.0.0.1:${port}`);
    expect(isPlain(stderr), stderr).toBe(true);
    expect(code).toBe(1);
  });

  it("an endpoint that goes silent", async () => {
    const { env } = await model(() => ({ text: "never whole", stallAfterBytes: 300 }));
    const where = place(env);
    mkdirSync(where.dataHome);
    writeFileSync(
      join(where.dataHome, "config.json"),
      JSON.stringify({ providers: { openai: { idleTimeoutMs: 200 } } }),
    );
    const { code, stderr } = await runGa(["run", "--model", "openai/m", "task"], where);
    expect(stderr).toMatch(/silent|no byte|idle|nothing/i);
    expect(isPlain(stderr), stderr).toBe(true);
    expect(code).toBe(1);
  });

  it("shows the stack with GA_DEBUG=1", async () => {
    const { stderr } = await runGa(["run", "--model", "openai/m", "task"], place({ GA_DEBUG: "1" }));
    expect(stderr).toMatch(/\n\s+at /);
  });
});

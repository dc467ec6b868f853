import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { Conductor, type ConductorOptions, type JobResult } from "@genericagent/agent";
import type { ModelAnswer, ReceivedRequest } from "@genericagent/llm/testing";
import { describe, expect, it, onTestFinished } from "vitest";
import { model, type Place, place } from "./run-ga.js";

const CLI = fileURLToPath(new URL("../dist/cli.js", import.meta.url));
const PARENT = fileURLToPath(new URL("./map-parent.mjs", import.meta.url));

const inputOf = ({ body }: ReceivedRequest): number =>
  Number(/Work on input (\d+)/.exec(JSON.stringify(body))?.[1]);
const usage = { inputTokens: 100, outputTokens: 20 };

async function open(where: Place, options: ConductorOptions = {}) {
  const conductor = await Conductor.open(join(where.cwd, "jobs"), {
    command: [process.execPath, CLI],
    ...{ cwd: where.cwd, env: where.env, configHome: where.dataHome, model: "openai/m" },
    ...options,
  });
  onTestFinished(() => conductor.close());
  return conductor;
}

async function scripted(
  answer: (input: number, request: ReceivedRequest) => ModelAnswer | Promise<ModelAnswer>,
) {
  const { server, env } = await model((request) => answer(inputOf(request), request));
  return { server, where: place(env) };
}

async function until(look: () => boolean, what: string): Promise<void> {
  for (let tries = 0; tries < 600; tries++) {
    if (look()) return;
    await sleep(50);
  }
  throw new TypeError(`waited in vain for ${what}`);
}

const task = (input: number) => `Work on input ${input}.`;
const hang = {
  toolCalls: [{ name: "code_run", args: { type: "javascript", script: "setTimeout(() => {}, 600000)" } }],
};

describe("Conductor", () => {
  it("maps over inputs in processes with homes of their own, and reduces", async () => {
    const { server, where } = await scripted((input, { body }) =>
      Number.isNaN(input) || JSON.stringify(body).includes("sub-agents")
        ? { text: "all: a0 a1 a2 a3", usage }
        : { text: `a${input}`, usage },
    );
    const conductor = await open(where, { concurrency: 2 });
    const results = await conductor.map([0, 1, 2, 3], task);
    expect(results.map(({ status, text }) => [status, text])).toEqual(
      [0, 1, 2, 3].map((input) => ["done", `a${input}`]),
    );
    expect(results.map(({ usage }) => usage.inputTokens)).toEqual([100, 100, 100, 100]);
    for (const { folder } of results)
      expect(readdirSync(join(folder, "home", "memory", "L4_raw_sessions"))).toEqual([
        expect.stringMatching(/^\d{8}-.*\.jsonl$/),
        "history.tsv",
      ]);
    const reduced = await conductor.reduce(results, "Add them up.");
    expect(reduced.text).toBe("all: a0 a1 a2 a3");
    const sent = JSON.stringify(server.requests.at(-1)!.body);
    for (const input of [0, 1, 2, 3]) expect(sent).toContain(`a${input}`);
    expect(existsSync(join(where.dataHome, "memory"))).toBe(false);
  });

  it("hands each result over once, and again only where its reader was killed", async () => {
    const { where } = await scripted((input) => ({ text: `a${input}` }));
    const conductor = await open(where);
    for (const input of [0, 1, 2]) await conductor.dispatch(task(input));
    const [one, two] = await Promise.all([read(conductor), read(await open(where))]);
    expect([...one, ...two].map(({ text }) => text).sort()).toEqual(["a0", "a1", "a2"]);
    expect(await read(await open(where))).toEqual([]);
    const { folder } = [...one, ...two][0]!;
    renameSync(join(folder, "delivered"), join(folder, "claimed"));
    writeFileSync(join(folder, "claimed"), "999999999");
    expect((await read(await open(where))).map((result) => result.folder)).toEqual([folder]);
  });

  it("begins nothing twice, and no child that was finished when its parent was killed is lost", async () => {
    const asked: number[] = [];
    let hold: (() => void) | undefined;
    const held = new Promise<void>((resolve) => {
      hold = resolve;
    });
    const { where } = await scripted(async (input) => {
      asked.push(input);
      if (input >= 3) await held;
      return { text: `a${input}` };
    });
    const folder = join(where.cwd, "jobs");
    const start = () => {
      const child = spawn(process.execPath, [PARENT, folder, "6", CLI, "openai/m"], {
        ...{ cwd: where.cwd, env: where.env, stdio: ["ignore", "pipe", "inherit"] },
      });
      onTestFinished(() => void child.kill("SIGKILL"));
      return child;
    };
    const first = start();
    await until(
      () => asked.filter((input) => input < 3).length === 3 && asked.some((input) => input >= 3),
      "the map",
    );
    const done = () =>
      readdirSync(folder).filter((job) => existsSync(join(folder, job, "prompt.result.json")));
    await until(() => done().length === 3, "three results");
    first.kill("SIGKILL");
    await once(first, "exit");
    hold?.();

    const second = start();
    let printed = "";
    second.stdout!.setEncoding("utf8").on("data", (text) => {
      printed += text;
    });
    await once(second, "close");
    expect(JSON.parse(printed)).toEqual(
      [0, 1, 2, 3, 4, 5].map((input) => ({ status: "done", text: `a${input}` })),
    );
    expect(asked.sort()).toEqual([0, 1, 2, 3, 4, 5]);
  });

  it("keeps the parent's keys and settings out of reach", async () => {
    const { server, where } = await scripted((_, { body }) => {
      const turn = (body.messages as { role: string }[]).filter(({ role }) => role === "assistant").length;
      const key = join(where.dataHome, "credentials.json");
      const config = join(where.dataHome, "config.json");
      if (turn === 0) return { toolCalls: [{ name: "file_read", args: { path: key } }] };
      if (turn === 1) return { toolCalls: [{ name: "file_write", args: { path: config, content: "{}" } }] };
      return { text: "tried" };
    });
    mkdirSync(where.dataHome);
    writeFileSync(join(where.dataHome, "credentials.json"), '{"other": "sk-hidden-0123456789"}', {
      mode: 0o600,
    });
    writeFileSync(join(where.dataHome, "config.json"), '{"maxTurns": 7}');
    const [result] = await (await open(where)).map([0], task);
    expect(result).toMatchObject({ status: "done", text: "tried" });
    expect(readFileSync(join(where.dataHome, "config.json"), "utf8")).toBe('{"maxTurns": 7}');
    const told = server.requests.map(({ body }) => JSON.stringify(body).match(/Not permitted/g)?.length ?? 0);
    expect(told).toEqual([0, 1, 2]);
  });

  it("never has more processes than allowed, and tells how the jobs stand", async () => {
    let now = 0;
    let asked = 0;
    const { where } = await scripted(async (input) => {
      asked = Math.max(asked, ++now);
      await sleep(100);
      now--;
      return { text: `a${input}` };
    });
    const conductor = await open(where, { concurrency: 2 });
    const results = conductor.map([0, 1, 2, 3, 4], task);
    await until(() => conductor.states.size === 5, "five jobs");
    const seen: string[] = [];
    let running = 0;
    for await (const { id, state } of conductor.watch()) {
      seen.push(`${id} ${state}`);
      running = Math.max(running, [...conductor.states.values()].filter((each) => each === "running").length);
    }
    expect(running).toBe(2);
    expect(asked).toBeLessThanOrEqual(2);
    expect((await results).every(({ status }) => status === "done")).toBe(true);
    for (const id of conductor.states.keys()) expect(seen).toContain(`${id} done`);
  });

  it("stops beginning jobs when the budget is spent, and goes on with a larger one", async () => {
    const { where } = await scripted((input) => ({ text: `a${input}`, usage }));
    const results = await (await open(where, { budget: { tokens: 240 }, concurrency: 1 })).map(
      [0, 1, 2, 3],
      task,
    );
    expect(results.map(({ status }) => status)).toEqual(["done", "done", "skipped", "skipped"]);
    expect(results[2]!.error?.code).toBe("budget-spent");
    const more = await (await open(where, { budget: { tokens: 1000 } })).map([0, 1, 2, 3], task);
    expect(more.map(({ text }) => text)).toEqual(["a0", "a1", "a2", "a3"]);
  });

  it("names a child that hangs, one that fails and one that cannot start; the others go on", async () => {
    const { where } = await scripted((input) => {
      if (input === 0) return hang;
      return input === 1 ? { status: 401, body: "no" } : { text: "fine" };
    });
    const conductor = await open(where, { perJob: { seconds: 2 } });
    const results = await conductor.map([0, 1, 2], task);
    expect(results.map(({ status, error }) => [status, error?.code])).toEqual([
      ["failed", "budget-spent"],
      ["failed", "auth"],
      ["done", undefined],
    ]);
    const nothing = await open(place(), { command: [join(where.cwd, "no-such-program")] });
    const [lost] = await nothing.map([0], task);
    expect(lost).toMatchObject({ status: "failed", error: { code: "sub-agent" } });
    expect(lost!.error!.message).toContain("could not be started");
  });

  it("begins a job again whose process was killed, where it stopped", async () => {
    let turns = 0;
    const { server, where } = await scripted((input) =>
      ++turns === 1 ? hang : { text: `a${input} after all` },
    );
    const conductor = await open(where);
    const { result, id } = await conductor.dispatch(task(7));
    await until(() => server.requests.length === 1, "the first request");
    const lock = join(where.cwd, "jobs", id, "prompt.txt.lock");
    await sleep(500);
    process.kill(-Number(readFileSync(lock, "utf8")), "SIGKILL");
    expect((await result).text).toBe("a7 after all");
    expect(JSON.stringify(server.requests[1]!.body)).toContain("Interrupted");
  });

  it("leaves no process behind when it is closed", async () => {
    const { server, where } = await scripted(() => hang);
    const conductor = await open(where);
    const jobs = await Promise.all([0, 1].map((input) => conductor.dispatch(task(input))));
    await until(() => server.requests.length === 2, "both requests");
    const pids = jobs.map(({ id }) =>
      Number(readFileSync(join(where.cwd, "jobs", id, "prompt.txt.lock"), "utf8")),
    );
    await conductor.close();
    for (const pid of pids) expect(() => process.kill(pid, 0)).toThrow("ESRCH");
    expect((await jobs[0]!.result).error?.code).toBe("aborted");
  });
});

async function read(conductor: Conductor): Promise<JobResult[]> {
  const results: JobResult[] = [];
  for await (const result of conductor.collect()) results.push(result);
  return results;
}

import { readdirSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import { Board, BoardClient, boardTrigger, type ServeBoardOptions, serveBoard } from "../src/index.js";
import { FakeClock } from "../src/testing/index.js";
import { collect, until } from "./collect.js";
import { tempDir } from "./temp-dir.js";

async function serve(options: ServeBoardOptions = {}) {
  const server = await serveBoard(options);
  onTestFinished(() => server.close());
  return server;
}

const worker = (url: string, key: string, name: string, outboxDir = tempDir()) =>
  collect((signal, notify) => boardTrigger({ url, key, name, outboxDir, pollMs: 20, signal, notify }));

describe("boardTrigger", () => {
  it("several workers do each task once, and deliver each result once", async () => {
    const { url, key, board } = await serve();
    const ids = await Promise.all(
      Array.from({ length: 9 }, (_, index) => board.post(`t${index}`, `do ${index}`)),
    );
    const workers = ["a", "b", "c"].map((name) => worker(url, key, name));
    const runs = workers.map((each) =>
      each.run(99, async (task) => {
        await new Promise((resolve) => setTimeout(resolve, 5));
        return { status: "done", text: `did ${task.title}` };
      }),
    );
    await until(() => board.list().every(({ state }) => state === "done"));
    for (const each of workers) each.stop.abort();
    await Promise.allSettled(runs);
    expect(workers.flatMap(({ tasks }) => tasks)).toHaveLength(9);
    expect(board.list().map(({ id }) => id)).toEqual(ids);
    for (const { title, result, attempts } of board.list()) {
      expect(result).toEqual({ status: "done", text: `did ${title}` });
      expect(attempts).toBe(1);
    }
  });

  it("keeps a claim alive past its lease, and ends a run whose task was given to somebody else", async () => {
    const { url, key, board } = await serve({ leaseMs: 1_500 });
    await board.post("long", "p");
    const host = worker(url, key, "w");
    await host.run(1, async () => {
      await new Promise((resolve) => setTimeout(resolve, 3_500));
      return { status: "done", text: "at last" };
    });
    expect(board.list()).toMatchObject([{ attempts: 1, result: { text: "at last" } }]);

    const clock = new FakeClock("2026-12-01");
    const other = await serve({ leaseMs: 90, clock });
    await other.board.post("taken", "p");
    const late = worker(other.url, other.key, "late");
    const events = await late.run(1, async (_, signal) => {
      clock.jumpTo("2026-12-02");
      await other.board.claim("thief");
      return new Promise((_, reject) => signal.addEventListener("abort", () => reject(signal.reason)));
    });
    expect(events.at(-1)).toMatchObject({
      outcome: { status: "aborted", why: expect.stringContaining("somebody else") },
    });
    expect(other.board.list()).toMatchObject([{ worker: "thief", state: "claimed" }]);
  });

  it("a result outlives a board that is away and a worker that dies, and arrives once", async () => {
    const journal = join(tempDir(), "board.jsonl");
    const outbox = tempDir();
    const first = await serveBoard({ journal });
    const id = await first.board.post("t", "p");
    const host = worker(first.url, first.key, "w", outbox);
    await host.run(1, async () => {
      await first.close();
      return { status: "done", text: "kept" };
    });
    expect(readdirSync(outbox)).toHaveLength(1);
    const port = Number(new URL(first.url).port);
    const second = await serve({ journal, key: first.key, port });
    const next = worker(second.url, second.key, "w", outbox);
    const run = next.run(1);
    await until(() => readdirSync(outbox).length === 0);
    next.stop.abort();
    await Promise.allSettled([run]);
    expect(second.board.list()).toMatchObject([{ id, state: "done", result: { text: "kept" }, attempts: 1 }]);
    expect(next.tasks).toEqual([]);
  });

  it("names a board that answers a web page, wants another key, or is away, and tries on", async () => {
    const page = createServer((_, response) => response.end("<!doctype html><title>Sign in</title>"));
    await new Promise<void>((resolve) => page.listen(0, "127.0.0.1", resolve));
    onTestFinished(() => void page.close());
    const { url } = await serve();
    const cases: [string, string][] = [
      [`http://127.0.0.1:${(page.address() as AddressInfo).port}`, "answered a web page"],
      [url, "status 401"],
      ["http://127.0.0.1:9", "failed at claim"],
    ];
    for (const [address, words] of cases) {
      const host = worker(address, "wrong", "w");
      const run = host.run(1);
      await until(() => host.notices.length > 0);
      await new Promise((resolve) => setTimeout(resolve, 100));
      host.stop.abort();
      await expect(run).rejects.toThrow("abort");
      expect(host.notices).toHaveLength(1);
      expect(host.notices[0]!.message).toContain(words);
    }
    expect(() => new BoardClient({ url: "nonsense", key: "" })).toThrow("no address of a board");
  });
});

describe("Board", () => {
  it("takes one result, also when it is delivered again; refuses who has lost the task", async () => {
    const clock = new FakeClock("2026-12-01T00:00:00Z");
    const board = await Board.open({ clock, leaseMs: 1000 });
    const id = await board.post("t", "p");
    const first = (await board.claim("a"))!;
    expect(await board.claim("b")).toBeUndefined();
    clock.jumpTo("2026-12-01T00:01:00Z");
    const second = (await board.claim("b"))!;
    const result = { status: "done", text: "b's" } as const;
    expect(board.heartbeat(id, first.claim)).toBe(false);
    expect(await board.result(id, first.claim, { status: "done", text: "a's" })).toBe(false);
    expect(await board.result(id, second.claim, result)).toBe(true);
    expect(await board.result(id, second.claim, { status: "done", text: "again" })).toBe(true);
    expect(board.list()[0]!.result).toEqual(result);
  });

  it("a heartbeat that comes late keeps the task, as long as nobody else has it", async () => {
    const clock = new FakeClock(0);
    const board = await Board.open({ clock, leaseMs: 1000 });
    const id = await board.post("t", "p");
    const { claim } = (await board.claim("w"))!;
    clock.jumpTo(new Date(5000).toISOString());
    expect(board.list()).toMatchObject([{ state: "open" }]);
    expect(board.heartbeat(id, claim)).toBe(true);
    expect(board.list()).toMatchObject([{ state: "claimed", worker: "w", attempts: 1 }]);
    expect(await board.claim("other")).toBeUndefined();
  });

  it("gives a task that kills its workers up after three", async () => {
    const clock = new FakeClock(0);
    const board = await Board.open({ clock, leaseMs: 1000 });
    await board.post("t", "p");
    for (let attempt = 1; attempt <= 3; attempt++) {
      expect(await board.claim("w")).toBeDefined();
      clock.jumpTo(new Date(clock.now() + 2000).toISOString());
    }
    expect(await board.claim("w")).toBeUndefined();
    expect(board.list()).toMatchObject([{ state: "failed", attempts: 3 }]);
  });
});

describe("serveBoard", () => {
  it("refuses web pages, other names, large and broken bodies", async () => {
    const { url, key } = await serve();
    const ask = (headers: Record<string, string>, body = "{}") =>
      fetch(`${url}/claim`, { method: "POST", headers: { "x-api-key": key, ...headers }, body });
    expect((await ask({ origin: "http://evil.example" })).status).toBe(403);
    expect((await ask({ "x-api-key": "" })).status).toBe(401);
    expect((await ask({}, "[]")).status).toBe(400);
    expect(
      (await ask({}, JSON.stringify({ worker: "x".repeat(1_100_000) })).catch(() => ({ status: 413 })))
        .status,
    ).toBe(413);
    expect(
      (await fetch(`${url}/nothing`, { method: "POST", headers: { "x-api-key": key }, body: "{}" })).status,
    ).toBe(404);
  });
});

import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, it, onTestFinished } from "vitest";
import { lockHost, Receipts } from "../src/index.js";
import { tempDir } from "./temp-dir.js";

const RACER = fileURLToPath(new URL("lock-racer.mjs", import.meta.url));
const RACERS = 8;
const HOST = fileURLToPath(new URL("race-host.mjs", import.meta.url));

it("J6: hosts that run at once and are killed at any point run no task twice, and leave none without a receipt", async () => {
  const dir = tempDir();
  const host = () => {
    const child = spawn(process.execPath, [HOST, dir], { stdio: "inherit" });
    onTestFinished(() => void child.kill("SIGKILL"));
    return child;
  };
  const ran = () =>
    existsSync(join(dir, "ran.txt")) ? readFileSync(join(dir, "ran.txt"), "utf8").split("\n") : [];
  for (let round = 0; round < 4; round++) {
    const children = [host(), host()];
    const ends = children.map((child) => once(child, "exit"));
    const begun = ran().length;
    const limit = performance.now() + 20_000;
    while (
      ran().length < begun + 5 &&
      performance.now() < limit &&
      children.some(({ exitCode }) => exitCode === null)
    )
      await new Promise((resolve) => setTimeout(resolve, 5));
    for (const child of children) child.kill("SIGKILL");
    await Promise.all(ends);
  }
  const [code] = await once(host(), "exit");
  expect(code).toBe(0);

  const ids = ran().filter(Boolean);
  expect(new Set(ids).size).toBe(ids.length);
  const history = await new Receipts(join(dir, "receipts")).read("race/all");
  expect(history.handled.size).toBe(40);
  expect(history.open).toEqual([]);
  const done = history.runs.filter(({ status }) => status === "done");
  const failed = history.runs.filter(({ status }) => status === "failed");
  expect(done.length + failed.length).toBe(40);
  for (const { id } of done) expect(ids).toContain(id);
  expect(readdirSync(join(dir, "receipts", ".claims")).filter((name) => !name.startsWith("."))).toEqual([]);
});

it("one of many processes is the host, also when they are killed as hosts", { timeout: 60_000 }, async () => {
  const dir = tempDir();
  const lines = (name: string) =>
    existsSync(join(dir, name)) ? readFileSync(join(dir, name), "utf8").trim().split("\n") : [];
  const children = Array.from({ length: RACERS }, () =>
    spawn(process.execPath, [RACER, dir], { stdio: "inherit" }),
  );
  onTestFinished(() => children.forEach((child) => void child.kill("SIGKILL")));
  const ends = children.map((child) => once(child, "exit"));
  const limit = performance.now() + 30_000;
  while (lines("started").length < RACERS && performance.now() < limit)
    await new Promise((resolve) => setTimeout(resolve, 10));
  writeFileSync(join(dir, "go"), "");
  for (const end of ends) expect(await end).toEqual([null, "SIGKILL"]);

  expect(lines("together")).toEqual([]);
  expect(lines("held")).toHaveLength(RACERS * 5);
  (await lockHost(join(dir, "lock")))();
  expect(readdirSync(dir).sort()).toEqual(["go", "held", "inside", "started"]);
});

it("of many who find a dead host's lock, and one left by taking it over, one is the host", async () => {
  const path = join(tempDir(), "lock");
  const dead = JSON.stringify({ pid: spawnSync(process.execPath, ["-e", ""]).pid });
  writeFileSync(path, dead);
  writeFileSync(`${path}.over`, dead);
  const all = await Promise.allSettled(Array.from({ length: 20 }, () => lockHost(path)));
  const held = all.filter((each) => each.status === "fulfilled");
  expect(held).toHaveLength(1);
  held[0]?.value();
  expect(existsSync(path)).toBe(false);
});

it("of many that want to be the host at once, one is", async () => {
  const path = join(tempDir(), "lock");
  const all = await Promise.allSettled(Array.from({ length: 20 }, () => lockHost(path)));
  const held = all.filter(({ status }) => status === "fulfilled");
  expect(held).toHaveLength(1);
  for (const each of all)
    if (each.status === "rejected") expect(each.reason).toMatchObject({ code: "host-running" });
  (held[0] as PromiseFulfilledResult<() => void>).value();
  (await lockHost(path))();
  expect(existsSync(path)).toBe(false);
});

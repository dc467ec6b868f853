import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdirSync, readdirSync, readFileSync, utimesSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, it, onTestFinished } from "vitest";
import { withMemoryLock } from "../src/folder/memory-lock.js";
import { checkMemory } from "../src/index.js";
import { openTestMemory, temporaryFolder } from "./memory-folder.js";

const WORKER = fileURLToPath(new URL("hold-lock.mjs", import.meta.url));

function startHolder(dir: string, marks: string, name: string, count: number, holdMs: number) {
  const child = spawn(process.execPath, [WORKER, dir, marks, name, String(count), String(holdMs)], {
    stdio: ["ignore", "pipe", "pipe"],
  });
  onTestFinished(() => void child.kill("SIGKILL"));
  let output = "";
  for (const stream of [child.stdout, child.stderr])
    stream.on("data", (chunk: Buffer) => {
      output += chunk.toString();
    });
  return { child, ended: once(child, "close"), output: () => output };
}

async function until(isSo: () => boolean, child: ChildProcess): Promise<void> {
  while (!isSo() && child.exitCode === null) await new Promise((resolve) => setTimeout(resolve, 2));
}

async function memoryAndMarks() {
  const dir = temporaryFolder();
  await openTestMemory(dir);
  return { dir, marks: temporaryFolder(), held: join(dir, ".ga/lock/held") };
}

/** Of a time that never comes, so that age alone never ends the lock. */
const keepFresh = (path: string): void => utimesSync(path, new Date("2100-01-01"), new Date("2100-01-01"));

it("takes the lock of a killed holder because it is dead, not because it is old", async () => {
  const { dir, marks, held } = await memoryAndMarks();
  const holder = startHolder(dir, marks, "A", 1, 60_000);
  await until(() => holder.output().includes("inside"), holder.child);
  holder.child.kill("SIGKILL");
  await holder.ended;
  keepFresh(held);
  const memory = await openTestMemory(dir, { verifyReceipt: async () => undefined });
  expect(await checkMemory(memory)).toMatchObject({ problems: [] });
  expect(readdirSync(join(dir, ".ga/lock"))).toEqual([]);
});

it("takes it as well when those who took it before were killed over it", async () => {
  const { dir } = await memoryAndMarks();
  const lock = join(dir, ".ga/lock");
  const gone = spawn(process.execPath, ["-e", ""]);
  await once(gone, "close");
  const holder = await withMemoryLock(join(dir, ".ga"), async () =>
    JSON.parse(readFileSync(join(lock, "held"), "utf8")),
  );
  const dead = (token: string) => JSON.stringify({ ...holder, pid: gone.pid, token });
  for (const [name, token] of [
    ["held", "aa"],
    ["aa.0", "bb"],
    ["bb.1", "cc"],
  ] as const) {
    writeFileSync(join(lock, name), dead(token));
    keepFresh(join(lock, name));
  }
  expect(await withMemoryLock(join(dir, ".ga"), async (holds) => holds())).toBe(true);
  expect(readdirSync(lock)).toEqual([]);
});

it("takes a lock of another machine, or one that says nothing, only when it is old", async () => {
  const own = temporaryFolder();
  mkdirSync(join(own, "lock"));
  const held = join(own, "lock/held");
  for (const text of ['{"pid":1,"machine":"elsewhere","token":"aa"}', ""]) {
    writeFileSync(held, text);
    let isTaken = false;
    const taken = withMemoryLock(own, async () => {
      isTaken = true;
    });
    await new Promise((resolve) => setTimeout(resolve, 100));
    expect(isTaken).toBe(false);
    utimesSync(held, new Date("2020-01-01"), new Date("2020-01-01"));
    await taken;
    expect(existsSync(held)).toBe(false);
  }
});

it("knows that it lost the lock, and leaves that of the next holder alone", async () => {
  const own = temporaryFolder();
  const held = join(own, "lock/held");
  const other = '{"pid":1,"machine":"elsewhere","token":"aa"}';
  await withMemoryLock(own, async (holds) => {
    expect(holds()).toBe(true);
    writeFileSync(held, other);
    expect(holds()).toBe(false);
  });
  expect(readFileSync(held, "utf8")).toBe(other);
});

it("lets callers in one process in one after another", async () => {
  const own = temporaryFolder();
  const seen: string[] = [];
  const work = (name: string) =>
    withMemoryLock(own, async () => {
      seen.push(`${name} in`);
      await new Promise((resolve) => setTimeout(resolve, 5));
      seen.push(`${name} out`);
    });
  await Promise.all(["a", "b", "c"].map(work));
  expect(seen).toEqual(["a in", "a out", "b in", "b out", "c in", "c out"]);
});

it("lets no two in while holders are killed at any point", async () => {
  const { dir, marks, held } = await memoryAndMarks();
  const holders = Array.from({ length: 3 }, (_, index) => startHolder(dir, marks, `H${index}`, 12, 4));
  const victims = [];
  for (let round = 0; round < 5; round++) {
    const victim = startHolder(dir, marks, `V${round}`, 10_000, 4);
    victims.push(victim);
    await until(() => victim.output().includes("inside"), victim.child);
    await new Promise((resolve) => setTimeout(resolve, Math.random() * 20));
    victim.child.kill("SIGKILL");
    await victim.ended;
  }
  await Promise.all(holders.map(({ ended }) => ended));
  for (const { output } of [...holders, ...victims]) expect(output()).not.toMatch(/not alone|rror/);
  for (const { output } of holders) expect(output()).toContain("done");
  const report = await checkMemory(await openTestMemory(dir, { verifyReceipt: async () => undefined }));
  expect(report).toMatchObject({ problems: [], unproven: [] });
  expect(report.facts).toBeGreaterThanOrEqual(36);
  expect(existsSync(held)).toBe(false);
}, 60_000);

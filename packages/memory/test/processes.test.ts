import { spawn } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import { expect, it } from "vitest";
import { checkMemory, factsOf } from "../src/index.js";
import { openTestMemory, temporaryFolder } from "./memory-folder.js";

const WRITER = fileURLToPath(new URL("write-facts.mjs", import.meta.url));

function startWriter(dir: string, name: string, count: number) {
  const child = spawn(process.execPath, [WRITER, dir, name, String(count)], {
    stdio: ["ignore", "pipe", "pipe"],
  });
  let written = 0;
  let errors = "";
  child.stdout.on("data", (chunk: Buffer) => {
    written += chunk.toString().split("\n").length - 1;
  });
  child.stderr.on("data", (chunk: Buffer) => {
    errors += chunk.toString();
  });
  return { child, ended: once(child, "close"), written: () => written, errors: () => errors };
}

it("two processes that write at once lose and tear nothing", async () => {
  const dir = temporaryFolder();
  await openTestMemory(dir, { verifyReceipt: async () => undefined });
  const writers = ["A", "B"].map((name) => startWriter(dir, name, 60));
  await Promise.all(writers.map(({ ended }) => ended));
  for (const writer of writers) expect(writer.errors()).toBe("");
  const memory = await openTestMemory(dir, { verifyReceipt: async () => undefined });
  expect(factsOf((await memory.read("global_mem.txt"))!.text)).toHaveLength(120);
  expect(await checkMemory(memory)).toMatchObject({ facts: 120, problems: [], unproven: [] });
});

it("SIGKILL at any point leaves a memory that checks clean and holds what was acknowledged", async () => {
  const dir = temporaryFolder();
  await openTestMemory(dir, { verifyReceipt: async () => undefined });
  let acknowledged = 0;
  for (let round = 0; round < 3; round++) {
    const writer = startWriter(dir, `R${round}`, 10_000);
    while (writer.written() === 0 && writer.child.exitCode === null) await pause(5);
    await pause(Math.random() * 120);
    writer.child.kill("SIGKILL");
    await writer.ended;
    expect(writer.errors()).toBe("");
    acknowledged += writer.written();
    const memory = await openTestMemory(dir, { verifyReceipt: async () => undefined });
    const report = await checkMemory(memory);
    expect(report).toMatchObject({ problems: [], unproven: [] });
    expect(report.facts).toBeGreaterThanOrEqual(acknowledged);
  }
});

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

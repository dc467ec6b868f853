// Two processes that write at once, and a writer that is killed at random points: what is lost, what is torn.
import { spawn } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { performance } from "node:perf_hooks";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { checkMemory, openMemory } from "../../packages/memory/dist/index.js";

const WRITER = fileURLToPath(new URL("write-facts.mjs", import.meta.url));

export async function twoWriters(entries) {
  return inFolder(async (dir) => {
    await openMemory(dir);
    const start = performance.now();
    const writers = ["A", "B"].map((name) => startWriter(dir, name, entries));
    await Promise.all(writers.map(({ ended }) => ended));
    const ms = performance.now() - start;
    const report = await checkMemory(await openMemory(dir));
    return {
      written: 2 * entries,
      kept: report.facts,
      problems: report.problems.length,
      unproven: report.unproven.length,
      msPerWrite: ms / (2 * entries),
    };
  });
}

export async function kills(rounds) {
  return inFolder(async (dir) => {
    await openMemory(dir);
    const result = { rounds, acknowledged: 0, kept: 0, unclean: 0 };
    for (let round = 0; round < rounds; round++) {
      const writer = startWriter(dir, `R${round}`, 100_000);
      while (writer.written() === 0) await sleep(2);
      await sleep(Math.random() * 200);
      writer.child.kill("SIGKILL");
      await writer.ended;
      result.acknowledged += writer.written();
      const { problems, unproven, facts } = await checkMemory(await openMemory(dir));
      if (problems.length + unproven.length > 0) result.unclean++;
      result.kept = facts;
    }
    return result;
  });
}

async function inFolder(work) {
  const dir = mkdtempSync(join(tmpdir(), "memory-bench-"));
  try {
    return await work(dir);
  } finally {
    rmSync(dir, { recursive: true, force: true, maxRetries: 5 });
  }
}

function startWriter(dir, name, count) {
  const child = spawn(process.execPath, [WRITER, dir, name, String(count)], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  let written = 0;
  child.stdout.on("data", (chunk) => {
    written += chunk.toString().split("\n").length - 1;
  });
  return { child, ended: new Promise((resolve) => child.on("close", resolve)), written: () => written };
}

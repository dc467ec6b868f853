// One phase of the archive's bench: `build`, `again` (nothing new) or `search`, in a process of its own.
import { join } from "node:path";
import { performance } from "node:perf_hooks";
import { ArchiveIndex, searchArchive } from "../../packages/memory/dist/index.js";
import { vocabulary } from "./vocabulary.mjs";

const QUERIES = 400;
const [phase, folder] = process.argv.slice(2);

const opening = performance.now();
const index = await ArchiveIndex.open(join(folder, "sessions"), join(folder, "index"));
const openMs = performance.now() - opening;
const measured = phase === "search" ? await search() : await sync();
await index.close();
console.log(JSON.stringify({ openMs, ...measured, peakMb: process.resourceUsage().maxRSS / 1024 }));

async function sync() {
  const start = performance.now();
  const cpuBefore = process.cpuUsage();
  const { bytes, lines } = await index.sync();
  const ms = performance.now() - start;
  const { user, system } = process.cpuUsage(cpuBefore);
  return { ms, cpuMs: (user + system) / 1000, bytes, lines, mbPerSecond: bytes / 1e6 / (ms / 1000) };
}

/** Questions of two to six words, half of them frequent, half of them rare. */
async function search() {
  const words = vocabulary(1);
  const times = [];
  let empty = 0;
  const cpuBefore = process.cpuUsage();
  for (let query = 0; query < QUERIES; query++) {
    const count = 2 + (query % 5);
    const rare = Array.from({ length: count >> 1 }, () => words.word(Math.floor(words.random() * 60_000)));
    const text = [words.sentence(count - rare.length), ...rare].join(" ");
    const start = performance.now();
    const hits = await searchArchive(index, text);
    times.push(performance.now() - start);
    if (hits.length === 0) empty++;
  }
  const cpuMs = (process.cpuUsage(cpuBefore).user + process.cpuUsage(cpuBefore).system) / 1000 / QUERIES;
  times.sort((a, b) => a - b);
  const at = (share) => times[Math.floor(share * times.length)];
  return { queries: QUERIES, empty, cpuMs, p50Ms: at(0.5), p95Ms: at(0.95), maxMs: times.at(-1) };
}

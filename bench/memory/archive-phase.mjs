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

/** Usual questions, then those that are hard. */
async function search() {
  const words = vocabulary(1);
  const pick = (count, most) =>
    Array.from({ length: count }, () => words.word(Math.floor(words.random() * most)));
  const usual = await ask(QUERIES, (query) => {
    const count = 2 + (query % 5);
    return [words.sentence(count - (count >> 1)), ...pick(count >> 1, 60_000)].join(" ");
  });
  const hard = QUERIES / 4;
  const frequent = await ask(hard, () => pick(6, 10).join(" "));
  const long = await ask(hard, () => words.sentence(20));
  const dated = await ask(hard, () => words.sentence(5), { since: "2020-01-10", until: "2020-01-20" });
  return { ...usual, frequent, long, dated };
}

/** Wall time and CPU time of each question: on a machine with other work they differ. */
async function ask(queries, question, options) {
  const wall = [];
  const cpu = [];
  let empty = 0;
  for (let query = 0; query < queries; query++) {
    const text = question(query);
    const cpuBefore = process.cpuUsage();
    const start = performance.now();
    const hits = await searchArchive(index, text, options);
    wall.push(performance.now() - start);
    const { user, system } = process.cpuUsage(cpuBefore);
    cpu.push((user + system) / 1000);
    if (hits.length === 0) empty++;
  }
  const at = (times, share) => times.sort((a, b) => a - b)[Math.floor(share * times.length)];
  return {
    ...{ queries, empty, cpuMs: cpu.reduce((sum, ms) => sum + ms, 0) / queries, cpuP95Ms: at(cpu, 0.95) },
    ...{ p50Ms: at(wall, 0.5), p95Ms: at(wall, 0.95), maxMs: Math.max(...wall) },
  };
}

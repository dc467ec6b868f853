// The same question to the same lines, asked of minisearch: a peer that keeps its index in memory, in one process.
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { performance } from "node:perf_hooks";
import MiniSearch from "minisearch";
import { vocabulary } from "./vocabulary.mjs";

const QUERIES = 100;
const [folder] = process.argv.slice(2);

const index = new MiniSearch({ fields: ["text"], storeFields: [] });
const documents = linesOf(join(folder, "sessions"));
const bytes = documents.reduce((sum, { text }) => sum + Buffer.byteLength(text), 0);
const cpuBefore = process.cpuUsage();
index.addAll(documents);
const { user, system } = process.cpuUsage(cpuBefore);

const words = vocabulary(1);
const times = [];
for (let query = 0; query < QUERIES; query++) {
  const text = words.sentence(2 + (query % 5));
  const start = performance.now();
  index.search(text).slice(0, 10);
  times.push(performance.now() - start);
}
times.sort((a, b) => a - b);
console.log(
  JSON.stringify({
    bytes,
    cpuMs: (user + system) / 1000,
    p50Ms: times[QUERIES >> 1],
    p95Ms: times[Math.floor(0.95 * QUERIES)],
    peakMb: process.resourceUsage().maxRSS / 1024,
  }),
);

/** Each line whole, as text: what a program without an index of its own would hand over. */
function linesOf(dir) {
  const lines = readdirSync(dir).flatMap((name) =>
    readFileSync(join(dir, name), "utf8").trimEnd().split("\n"),
  );
  return lines.map((text, id) => ({ id, text }));
}

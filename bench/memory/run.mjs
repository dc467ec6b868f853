// `npm run bench -- memory`: search over the archive at scale, LoCoMo, writers at once, kills, and evolution.
import { existsSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { table } from "../lib/table.mjs";
import { writeResults } from "../lib/write-results.mjs";
import { archivePeer, archiveScale } from "./archive-scale.mjs";
import { locomo } from "./locomo.mjs";
import { skillsScale } from "./skills-scale.mjs";
import { kills, twoWriters } from "./writers.mjs";

const LINES = Number(process.env.BENCH_LINES ?? 1_000_000);
const ENTRIES = Number(process.env.BENCH_ENTRIES ?? 1000);
const KILLS = Number(process.env.BENCH_KILLS ?? 20);
const SKILLS = Number(process.env.BENCH_SKILLS ?? 10_000);
/** The peer keeps all of its index in memory, so it gets fewer lines. */
const PEER_LINES = Math.min(LINES, 100_000);
const LOCOMO = process.env.LOCOMO ?? fileURLToPath(new URL("../data/locomo.json", import.meta.url));

const KINDS = { frequent: "six frequent words", long: "twenty words", dated: "within ten days" };
const round = (number, digits = 1) => number.toFixed(digits);
const verdict = (isMet) => (isMet ? "met" : "MISSED");

const archive = archiveScale(LINES);
const peakMb = Math.max(archive.build.peakMb, archive.search.peakMb);
table(
  `Search over ${archive.lines} archived lines (${round(archive.bytes / 1e6, 0)} MB)`,
  ["what", "measured", "target", ""],
  [
    [
      "search, 95th percentile",
      `${round(archive.search.p95Ms)} ms`,
      "< 20 ms",
      verdict(archive.search.p95Ms < 20),
    ],
    ["search, median", `${round(archive.search.p50Ms)} ms`, "", ""],
    ["search, CPU time, 95th percentile", `${round(archive.search.cpuP95Ms)} ms`, "", ""],
    ...["frequent", "long", "dated"].map((kind) => {
      const { p95Ms, cpuP95Ms } = archive.search[kind];
      return [
        `search, ${KINDS[kind]}: 95th percentile (CPU)`,
        `${round(p95Ms)} (${round(cpuP95Ms)}) ms`,
        "",
        "",
      ];
    }),
    [
      "index built",
      `${round(archive.build.mbPerSecond)} MB/s`,
      "≥ 50 MB/s",
      verdict(archive.build.mbPerSecond >= 50),
    ],
    ["index built, CPU time alone", `${round(archive.bytes / 1e3 / archive.build.cpuMs)} MB/s`, "", ""],
    ["opened", `${round(archive.search.openMs)} ms`, "< 300 ms", verdict(archive.search.openMs < 300)],
    ["memory at most", `${round(peakMb, 0)} MB`, "< 300 MB", verdict(peakMb < 300)],
    ["brought up to date, nothing new", `${round(archive.again.ms)} ms`, "", ""],
  ],
);

const peer = archivePeer(PEER_LINES);
const ratio = (theirs, ours) => `${round(theirs / ours)} ×`;
const cpuPerLine = ({ cpuMs }) => (1e3 * cpuMs) / PEER_LINES;
table(
  `The same ${peer.lines} lines, next to minisearch`,
  ["what", "ours", "minisearch", "minisearch / ours"],
  [
    [
      "CPU time to index a line",
      `${round(cpuPerLine(peer.ours.build))} µs`,
      `${round(cpuPerLine(peer.minisearch))} µs`,
      ratio(peer.minisearch.cpuMs, peer.ours.build.cpuMs),
    ],
    ...[
      ["search, median", "p50Ms"],
      ["search, 95th percentile", "p95Ms"],
    ].map(([what, key]) => [
      what,
      `${round(peer.ours.search[key])} ms`,
      `${round(peer.minisearch[key])} ms`,
      ratio(peer.minisearch[key], peer.ours.search[key]),
    ]),
    [
      "memory at most",
      `${round(peer.ours.build.peakMb, 0)} MB`,
      `${round(peer.minisearch.peakMb, 0)} MB`,
      ratio(peer.minisearch.peakMb, peer.ours.build.peakMb),
    ],
  ],
);

const skills = await skillsScale(SKILLS);
table(
  `${skills.count} skills`,
  ["what", "measured", "target", ""],
  [
    ["a task matched, 95th percentile", `${round(skills.p95Ms)} ms`, "< 20 ms", verdict(skills.p95Ms < 20)],
    ["a task matched, median", `${round(skills.p50Ms)} ms`, "", ""],
    ["loaded for the first time", `${round(skills.firstMs)} ms`, "", ""],
    ["loaded again, nothing changed", `${round(skills.againMs)} ms`, "", ""],
    ["tasks whose skill was not found first", String(skills.missed), "0", verdict(skills.missed === 0)],
  ],
);

const recall = await locomo(LOCOMO);
if (recall)
  table(
    `LoCoMo: evidence among the first ten hits, ${recall.questions} questions`,
    ["what", "share", "target", ""],
    [
      ["plain BM25", round(recall.plain, 3), "", ""],
      ["ours", round(recall.ours, 3), "+ 0.08", verdict(recall.ours >= recall.plain + 0.08)],
    ],
  );
else console.log(`\nLoCoMo is not measured: put it at ${LOCOMO}, or name it in LOCOMO.`);

const two = await twoWriters(ENTRIES);
const killed = await kills(KILLS);
table(
  "Writers",
  ["what", "measured", "target", ""],
  [
    [
      `two processes, ${ENTRIES} entries each: kept`,
      String(two.kept),
      String(two.written),
      verdict(two.kept === two.written && two.problems + two.unproven === 0),
    ],
    ["time a write", `${round(two.msPerWrite)} ms`, "", ""],
    [
      `SIGKILL ${killed.rounds} times: checks that were not clean`,
      String(killed.unclean),
      "0",
      verdict(killed.unclean === 0),
    ],
    [
      "entries said to be written, and kept",
      `${killed.acknowledged}, ${killed.kept}`,
      "",
      verdict(killed.kept >= killed.acknowledged),
    ],
  ],
);

const EVOLUTION = new URL("./evolution.mjs", import.meta.url);
const evolved = existsSync(EVOLUTION) ? await (await import(EVOLUTION)).measure() : undefined;

writeResults("memory", {
  archive,
  peer,
  skills,
  locomo: recall,
  twoWriters: two,
  kills: killed,
  evolution: evolved,
});

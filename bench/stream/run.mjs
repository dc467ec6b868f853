// What it costs to read an answer, next to the vendors' bare SDKs; what it holds in memory; what repairing costs.
import { fork, spawn } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import { median } from "../lib/median.mjs";
import { table } from "../lib/table.mjs";
import { writeResults } from "../lib/write-results.mjs";
import { repairTimes } from "./repair-times.mjs";

const WIRES = ["anthropic", "openai-chat", "openai-responses"];
const STREAM_BYTES = 2_000_000;
const LONG_STREAM_BYTES = 10_000_000;
const REPEATS = 21;
const MAX_RATIO = 1.3;
const MAX_REPAIR_MS = 2;
/** Four times the messages may cost this many times as much: what a linear cost leaves to the garbage collector. */
const MAX_GROWTH = 6;
/** Live heap above the idle one: what is in flight, and the answer, whose many small pieces weigh more than it does. */
const heapLimit = (answerBytes) => 2_000_000 + 4 * answerBytes;

const at = (path) => fileURLToPath(new URL(path, import.meta.url));
const server = fork(at("server.mjs"), { stdio: ["ignore", "pipe", "inherit", "ipc"] });
const url = String((await once(server.stdout, "data"))[0]).trim();
const results = { cpu: [], heap: [], repair: [] };
try {
  for (const wire of WIRES)
    results.cpu.push({ wire, ...(await run("cpu-child.mjs", wire, STREAM_BYTES, REPEATS)) });
  for (const wire of WIRES)
    for (const kind of ["deltas", "noise"])
      results.heap.push({ wire, kind, ...(await run("heap-child.mjs", wire, kind, LONG_STREAM_BYTES)) });
  for (const wire of WIRES) results.repair.push({ wire, ...repairTimes(wire) });
} finally {
  server.disconnect();
}
printCpu();
printHeap();
printRepair();
writeResults("stream", results);

async function run(script, ...args) {
  const child = spawn(process.execPath, ["--expose-gc", at(script), url, ...args], {
    stdio: ["ignore", "pipe", "inherit"],
    env: { ...process.env, NODE_ENV: "production" },
  });
  let output = "";
  child.stdout.on("data", (chunk) => {
    output += chunk;
  });
  const [code] = await once(child, "close");
  if (code !== 0) throw new Error(`${script} ${args.join(" ")} ended with code ${code}`);
  return JSON.parse(output);
}

function printCpu() {
  const rows = results.cpu.map(({ wire, ours, bare }) => {
    const ratio = median(ours) / median(bare);
    const verdict = ratio <= MAX_RATIO ? "met" : "missed";
    return [
      wire,
      median(ours).toFixed(1),
      median(bare).toFixed(1),
      ratio.toFixed(2),
      `≤ ${MAX_RATIO}`,
      verdict,
    ];
  });
  table(
    "bench stream: CPU ms to read 2 MB of small deltas (medians)",
    ["wire", "ours", "bare SDK", "ratio", "target", ""],
    rows,
  );
}

function printHeap() {
  const rows = results.heap.map(({ wire, kind, answerBytes, growthBytes }) => {
    const limit = heapLimit(answerBytes);
    return [
      wire,
      kind,
      kb(answerBytes),
      kb(growthBytes),
      `≤ ${kb(limit)}`,
      growthBytes <= limit ? "met" : "missed",
    ];
  });
  table(
    "bench stream: live heap while reading 10 MB, kB",
    ["wire", "stream of", "answer", "most held", "target", ""],
    rows,
  );
}

function printRepair() {
  const rows = results.repair.flatMap(({ wire, sound, broken }) =>
    [
      ["sound", sound],
      ["broken", broken],
    ].map(([kind, times]) => {
      const met = times[0].ms < MAX_REPAIR_MS && times.at(-1).ms / times[0].ms <= MAX_GROWTH;
      return [
        wire,
        kind,
        ...times.map(({ ms }) => ms.toFixed(2)),
        `< ${MAX_REPAIR_MS} at 1 000, linear`,
        met ? "met" : "missed",
      ];
    }),
  );
  table(
    "bench stream: repairHistory, CPU ms (medians)",
    ["wire", "history", "1 000", "2 000", "4 000", "target", ""],
    rows,
  );
}

function kb(bytes) {
  return Math.round(bytes / 1000);
}

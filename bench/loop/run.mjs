// What a loop costs by itself: an instant model, a tool that does nothing, up to 10 000 turns, next to its peers.
import { readFileSync } from "node:fs";
import { writeResults } from "../lib/write-results.mjs";
import { report } from "./report.mjs";
import { runChild } from "./run-child.mjs";

const PEERS = [
  { file: "core-loop", name: "@genericagent/core-loop", kind: "ours" },
  { file: "pi-agent-core", name: "@mariozechner/pi-agent-core", kind: "peer" },
  { file: "langgraph", name: "@langchain/langgraph", kind: "peer" },
  { file: "ai-sdk", name: "ai", kind: "peer" },
  { file: "openai-agents", name: "@openai/agents", kind: "peer" },
  { file: "core-loop-alone", name: "@genericagent/core-loop", note: "client forgets", kind: "alone" },
  { file: "bare-loop", note: "a bare while loop", kind: "reference" },
];
const TURNS = [100, 1_000, 10_000];
const REPEATS = 5;
/** A measurement whose first run took longer is repeated less often. */
const SLOW_MS = 3_000;
const SLOW_REPEATS = 3;
/** A run that takes longer is cut, and the table says so. */
const LIMIT_MS = 45_000;

const peers = PEERS.map((peer) => ({ ...peer, label: label(peer), runs: {} }));
const failures = await measureAll();
const measured = peers.filter(({ failed }) => !failed);
writeResults("loop", { turns: TURNS, limitMs: LIMIT_MS, peers: measured, failures });
report(measured, TURNS);
for (const failure of failures) console.error(failure);
process.exitCode = failures.length > 0 ? 1 : 0;

/** Heaps first, which shows who must be cut; then all peers in turns, so that a busy moment meets them all. */
async function measureAll() {
  const failures = [];
  const attempt = async (peer, turns, mode) => {
    progress(`${turns} turns, ${mode}: ${peer.label}`);
    try {
      return await runChild(peer.file, turns, LIMIT_MS, mode);
    } catch (error) {
      peer.failed = true;
      failures.push(`${peer.label} could not be run: ${error.message}`);
    }
  };
  for (const peer of peers) peer.heap = await attempt(peer, TURNS.at(-1), "heap");
  for (const turns of TURNS) {
    for (const peer of peers) peer.runs[turns] = [];
    for (let round = 0; round < REPEATS; round++)
      for (const peer of peers)
        if (wanted(peer, turns, round)) peer.runs[turns].push(await attempt(peer, turns, "time"));
  }
  progress("");
  return failures;
}

/** A peer that was cut while its heap was weighed is not run that long again. */
function wanted({ failed, heap, runs }, turns, round) {
  if (failed) return false;
  if (turns === heap.turns && heap.ranTurns < turns) return false;
  return round < (runs[turns][0]?.wallMs > SLOW_MS ? SLOW_REPEATS : REPEATS);
}

function label({ name, note }) {
  if (!name) return note;
  const folder = name.startsWith("@genericagent/") ? "../../packages/core-loop/" : `../node_modules/${name}/`;
  const { version } = JSON.parse(readFileSync(new URL(`${folder}package.json`, import.meta.url), "utf8"));
  return [`${name} ${version}`, note].filter(Boolean).join(", ");
}

function progress(text) {
  if (process.stderr.isTTY) process.stderr.write(`\r\x1b[2K${text}`);
}

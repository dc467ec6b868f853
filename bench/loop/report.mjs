import { median } from "../lib/median.mjs";
import { table } from "../lib/table.mjs";

/** What garbage collection leaves undecided, far below the size of one message. */
const FLAT_BYTES_PER_TURN = 32;

/** Prints the table and the targets; without a run of ours there is nothing to compare with. */
export function report(peers, turnCounts) {
  const ours = peers.find(({ kind }) => kind === "ours");
  const alone = peers.find(({ kind }) => kind === "alone");
  if (!ours || !alone) return;
  const rows = peers.map((peer) => [
    peer.label,
    ...turnCounts.map((turns) => micros(cost(peer, turns))),
    ...turnCounts.map((turns) => ratio(cost(peer, turns), cost(ours, turns))),
    medianTurn(peer, turnCounts.at(-1)),
    peer.heap.heapBytesPerTurn === undefined ? "" : Math.round(peer.heap.heapBytesPerTurn),
    peer.heap.ranTurns < peer.heap.turns ? `cut at turn ${peer.heap.ranTurns}` : "",
  ]);
  const headings = [
    "loop",
    ...turnCounts.map((turns) => `µs at ${turns}`),
    ...turnCounts.map((turns) => `× at ${turns}`),
    "median turn µs",
    "heap B/turn",
    "",
  ];
  table(
    "bench loop: CPU time per turn, instant model, no-op tool (medians; × is relative to ours)",
    headings,
    rows,
  );
  console.log(`\n${lowestCost(peers, ours, turnCounts.at(-1))}\n${flatMemory(alone)}`);
}

function lowestCost(peers, ours, most) {
  const lower = peers.filter(
    (peer) => peer.kind === "peer" && cost(peer, most).microseconds < cost(ours, most).microseconds,
  );
  const verdict = lower.length === 0 ? "met" : `missed: ${lower.map((peer) => peer.label).join(", ")}`;
  return `Lowest cost at ${most} turns: target ${verdict}`;
}

function flatMemory({ heap: { heapBytesPerTurn } }) {
  const verdict = heapBytesPerTurn <= FLAT_BYTES_PER_TURN ? "met" : "missed";
  return `Memory flat (at most ${FLAT_BYTES_PER_TURN} B/turn when the client forgets): target ${verdict}`;
}

/** CPU time per turn; where a run was cut, the least that so many turns can cost. */
function cost(peer, turns) {
  const runs = peer.runs[turns].length > 0 ? peer.runs[turns] : [peer.heap];
  const microseconds = median(runs.map((run) => (1000 * run.cpuMs) / turns));
  return { microseconds, atLeast: runs.some((run) => run.ranTurns < turns) };
}

function micros({ microseconds, atLeast }) {
  return `${atLeast ? "> " : ""}${microseconds.toFixed(microseconds < 100 ? 1 : 0)}`;
}

function ratio(theirs, ours) {
  const value = theirs.microseconds / ours.microseconds;
  return `${theirs.atLeast ? "> " : ""}${value.toFixed(value < 10 ? 2 : 0)}`;
}

function medianTurn(peer, most) {
  const runs = peer.runs[most];
  const medians = runs.length > 0 ? runs : [peer.heap];
  return (1000 * median(medians.map((run) => run.medianTurnMs))).toFixed(1);
}

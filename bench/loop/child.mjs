// One measurement in a fresh process: `node child.mjs PEER TURNS LIMIT_MS time|heap`, one JSON line on stdout.
// The tool counts its calls, keeps the time limit, and in `heap` mode weighs the live heap while the run goes on.
import { getHeapStatistics } from "node:v8";
import { FINAL, TOOL_RESULT } from "./scenario.mjs";

const [peer, turnsText, limitText, mode] = process.argv.slice(2);
const turns = Number(turnsText);
const limitMs = Number(limitText);
/** Compiles schemas and code that runs once; the same for every peer. */
const WARM_UP_TURNS = 100;
/** Heap growth is counted from here to the last turn. */
const HEAP_FROM_TURN = 1000;
/** A run is cut before it runs out of memory: looked at every so many turns, at this part of Node's limit. */
const HEAP_CHECK_TURNS = 50;
const HEAP_PART = 0.8;

const { run } = await import(`./peers/${peer}.mjs`);
await runChecked(WARM_UP_TURNS, () => {});

const turnEnds = new Float64Array(turns + 1);
let heapAt1000;
turnEnds[0] = performance.now();
const cpuStarted = process.cpuUsage();
await runChecked(turns, afterCall);
if (mode === "time") report(turns);

async function runChecked(count, onCall) {
  let calls = 0;
  const text = await run(count, (args) => {
    calls++;
    if (args.number !== calls)
      throw new Error(`call ${calls} came with the arguments ${JSON.stringify(args)}`);
    onCall(calls);
    return TOOL_RESULT;
  });
  if (calls !== count) throw new Error(`${peer} called the tool ${calls} times instead of ${count}`);
  if (text !== FINAL) throw new Error(`${peer} ended with ${JSON.stringify(text)} instead of the final text`);
}

function afterCall(turn) {
  turnEnds[turn] = performance.now();
  const cut = turn < turns && (turnEnds[turn] - turnEnds[0] > limitMs || isHeapFull(turn));
  if (mode === "heap" && turn === HEAP_FROM_TURN) heapAt1000 = liveHeap();
  if (cut || (mode === "heap" && turn === turns)) report(turn);
  if (cut) process.exit(0);
}

/** `turn` is the last one that was run; less than `turns` when the run was cut. */
function report(turn) {
  const { user, system } = process.cpuUsage(cpuStarted);
  const perTurn = turnEnds.slice(1, turn + 1).map((end, index) => end - turnEnds[index]);
  const result = {
    peer,
    turns,
    ranTurns: turn,
    wallMs: turnEnds[turn] - turnEnds[0],
    cpuMs: (user + system) / 1000,
    medianTurnMs: perTurn.sort()[perTurn.length >> 1],
    ...(heapAt1000 && { heapBytesPerTurn: (liveHeap() - heapAt1000) / (turn - HEAP_FROM_TURN) }),
  };
  process.stdout.write(`${JSON.stringify(result)}\n`);
}

function isHeapFull(turn) {
  if (turn % HEAP_CHECK_TURNS !== 0) return false;
  const { used_heap_size, heap_size_limit } = getHeapStatistics();
  return used_heap_size > HEAP_PART * heap_size_limit;
}

function liveHeap() {
  globalThis.gc();
  return process.memoryUsage().heapUsed;
}

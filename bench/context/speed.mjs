// What fitContext costs a turn in histories of 1 000 to 20 000 messages of mixed kinds, and whether memory grows.
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { createContextPolicy } from "../../packages/context/dist/index.js";
import { median } from "../lib/median.mjs";
import { table } from "../lib/table.mjs";
import { SYSTEM, TOOLS } from "./long-run.mjs";
import { createRandom } from "./random.mjs";
import { LANGUAGES, MACHINE } from "./texts.mjs";

const SIZES = [1_000, 10_000, 20_000];
const TURNS = 200;
const TARGET_MS = 5;

export function measure() {
  const measured = SIZES.map((messages) => measureSize(messages));
  const at = (size) => measured.find(({ messages }) => messages === size).medianMs;
  table(
    "fitContext a turn, the history kept whole by a budget that is large enough, steps every 5 turns",
    ["messages", "first turn ms", "median ms", "95th percentile ms", "heap B a turn"],
    measured.map(({ messages, firstMs, medianMs, p95Ms, heapPerTurn }) => [
      messages,
      ...[firstMs, medianMs, p95Ms].map((ms) => ms.toFixed(2)),
      heapPerTurn.toFixed(0),
    ]),
  );
  const met = at(10_000) < TARGET_MS;
  console.log(
    `\n10 000 messages: ${met ? "met" : "missed"}, target ${TARGET_MS} ms. Twice the messages cost ${(at(20_000) / at(10_000)).toFixed(2)} times.`,
  );
  return { targetMs: TARGET_MS, met, measured };
}

function measureSize(messages) {
  const random = createRandom(9);
  const policy = createContextPolicy({ budget: 10_000 * messages });
  let history = Array.from({ length: messages }, (_, index) => makeMessage(index, random));
  const turn = (index) => {
    const message = makeMessage(messages + 2 * index, random);
    const started = performance.now();
    const fitted = policy.fit({ system: SYSTEM, tools: TOOLS, history, message });
    const ms = performance.now() - started;
    history = [...fitted.history, fitted.message, makeMessage(messages + 2 * index + 1, random)];
    return ms;
  };
  const firstMs = turn(0);
  const times = Array.from({ length: TURNS }, (_, index) => turn(index + 1)).sort((a, b) => a - b);

  // Now the oldest turn leaves for each new one, so that only what the package keeps can grow.
  const before = liveHeap();
  for (let index = 0; index < TURNS; index++) {
    turn(TURNS + index + 1);
    history = history.slice(2);
  }
  const heapPerTurn = (liveHeap() - before) / TURNS;
  return {
    messages,
    firstMs,
    medianMs: median(times),
    p95Ms: times[Math.floor(0.95 * times.length)],
    heapPerTurn,
  };
}

/** Calls with thinking in the odd places, results, words or an image in the even ones. */
function makeMessage(index, random) {
  const text = (value) => ({ type: "text", text: value });
  const machine = random.pick(Object.values(MACHINE))(random);
  if (index % 2 === 1)
    return {
      role: "assistant",
      content: [
        { type: "thinking", text: random.pick(LANGUAGES.english), wire: "anthropic", signature: "proof" },
        text(`<summary>did ${index}</summary>`),
        { type: "tool-call", id: `call-${index}`, name: "code_run", args: { script: machine.slice(0, 300) } },
      ],
    };
  const result = {
    type: "tool-result",
    callId: `call-${index - 1}`,
    name: "code_run",
    content: [text(machine)],
  };
  const other =
    random.below(10) === 0
      ? { type: "image", mediaType: "image/png", data: PNG }
      : text(random.pick(LANGUAGES.chinese));
  return { role: "user", content: [result, other] };
}

const PNG = "iVBORw0KGgoAAAANSUhEUgAAAoAAAAHgCAYAAAA=";

setFlagsFromString("--expose-gc");
const collect = runInNewContext("gc");

function liveHeap() {
  for (let pass = 0; pass < 3; pass++) collect();
  return process.memoryUsage().heapUsed;
}

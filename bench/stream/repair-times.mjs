import { repairHistory } from "../../packages/llm/dist/repair/index.js";
import { median } from "../lib/median.mjs";

const SIZES = [1_000, 2_000, 4_000];
const WARM_UP = 5;
const REPEATS = 31;

/** Median CPU milliseconds of `repairHistory` over sound and broken histories of each size, all in turns. */
export function repairTimes(wire) {
  const rows = ["sound", "broken"].flatMap((kind) =>
    SIZES.map((size) => ({ kind, size, history: historyOf(size, wire, kind === "broken"), times: [] })),
  );
  for (let round = 0; round < WARM_UP + REPEATS; round++)
    for (const { kind, history, times } of rows) {
      const before = process.cpuUsage();
      const { changes } = repairHistory(history, wire, { provider: "p" });
      const { user, system } = process.cpuUsage(before);
      if (changes.length > 0 !== (kind === "broken")) throw new Error(`${wire}: ${changes.length} changes`);
      if (round >= WARM_UP) times.push((user + system) / 1000);
    }
  const of = (wanted) =>
    rows.filter(({ kind }) => kind === wanted).map(({ size, times }) => ({ size, ms: median(times) }));
  return { sound: of("sound"), broken: of("broken") };
}

/** Turns with thinking, text, a call and a result. In a broken one every id is the same and every tenth result is missing. */
function historyOf(size, wire, broken) {
  const history = [{ role: "user", content: [{ type: "text", text: "The task." }] }];
  for (let turn = 0; history.length < size; turn++) {
    const id = broken ? "call_0" : `call_${turn}`;
    history.push({
      role: "assistant",
      content: [
        {
          type: "thinking",
          text: "Let me see. ".repeat(20),
          wire,
          provider: "p",
          signature: signatureOf(wire, turn),
        },
        { type: "text", text: `Reading file ${turn}.` },
        { type: "tool-call", id, name: "file_read", args: { path: `/src/file-${turn}.ts`, start: turn } },
      ],
    });
    const content = [{ type: "text", text: `line ${turn}\n`.repeat(60) }];
    const result = { type: "tool-result", callId: id, name: "file_read", content };
    if (broken && turn % 10 === 0)
      history.push({ role: "user", content: [{ type: "text", text: "Go on." }] });
    else history.push({ role: "user", content: [result] });
  }
  return history.slice(0, size % 2 ? size : size + 1);
}

function signatureOf(wire, turn) {
  if (wire === "anthropic") return "EqQBCkgI".repeat(60);
  if (wire === "openai-chat") return "reasoning_content";
  const encrypted_content = `gAAAA${turn}`.padEnd(480, "x");
  return JSON.stringify({ id: `rs_${turn}`, type: "reasoning", summary: [], encrypted_content });
}

// Random histories of every kind of text, fitted to random budgets: is the real count ever above the budget?
import { fitContext } from "../../packages/context/dist/index.js";
import { table } from "../lib/table.mjs";
import { countRequest } from "./count-request.mjs";
import { TOOLS } from "./long-run.mjs";
import { createRandom } from "./random.mjs";
import { LANGUAGES, MACHINE, NOISE } from "./texts.mjs";

const HISTORIES = Number(process.env.CONTEXT_HISTORIES ?? 100_000);

export function measure() {
  const random = createRandom(2_026);
  const pool = createPool(random);
  const outcome = {
    histories: HISTORIES,
    fitted: 0,
    refused: 0,
    above: 0,
    broken: 0,
    evicted: 0,
    spilled: 0,
  };
  let worst = 0;
  for (let index = 0; index < HISTORIES; index++) {
    if (index % 1_000 === 0 && process.stderr.isTTY) process.stderr.write(`\r${index} histories`);
    const request = randomRequest(random, pool);
    const maxTokens = random.pick([1_500, 3_000, 6_000, 10_000]);
    try {
      const fitted = fitContext(request, { maxTokens, step: random.below(5) === 0 });
      const share = countRequest({ ...request, ...fitted }) / maxTokens;
      outcome.fitted++;
      if (share > 1) outcome.above++;
      if (fitted.evicted > 0) outcome.evicted++;
      if (fitted.spilled.length > 0) outcome.spilled++;
      if (isBroken([...fitted.history, fitted.message])) outcome.broken++;
      worst = Math.max(worst, share);
    } catch (error) {
      if (error.code !== "context-budget") throw error;
      outcome.refused++;
    }
  }
  if (process.stderr.isTTY) process.stderr.write(`${"\r".padEnd(40)}\r`);
  outcome.worst = worst;
  table(
    "Random histories against o200k, before any usage has come back",
    ["", ""],
    [
      ["histories", outcome.histories],
      ["fitted / refused with a typed error", `${outcome.fitted} / ${outcome.refused}`],
      ["above the budget (target: none)", outcome.above],
      ["a call and its result parted (target: none)", outcome.broken],
      ["largest request, share of its budget", worst.toFixed(3)],
      ["with turns evicted / with texts spilled", `${outcome.evicted} / ${outcome.spilled}`],
    ],
  );
  return outcome;
}

/** Texts of every kind, made once and counted once. */
function createPool(random) {
  const prose = Array.from({ length: 400 }, () => {
    const sentences = random.pick(Object.values(LANGUAGES));
    return Array.from({ length: 1 + random.below(30) }, () => random.pick(sentences)).join(" ");
  });
  const machine = Array.from({ length: 250 }, () => random.pick(Object.values(MACHINE))(random));
  const noise = Array.from({ length: 350 }, () =>
    random.pick(Object.values(NOISE))(random, 50 + random.below(1_500)),
  );
  return [...prose, ...machine, ...noise];
}

/** A conversation of up to 20 turns; one in three is of a single kind of text, which is the hardest to average. */
function randomRequest({ pick, below }, pool) {
  const one = below(3) === 0 ? pick(pool) : undefined;
  const words = () =>
    below(12) === 0 ? [one ?? pick(pool), pick(pool), pick(pool)].join("\n") : (one ?? pick(pool));
  const text = (value) => ({ type: "text", text: value });
  const messages = [{ role: "user", content: [text(words())] }];
  for (let turn = below(20); turn >= 0; turn--) {
    const calls = Array.from({ length: below(3) }, (_, part) => ({
      type: "tool-call",
      id: `${turn}-${part}`,
      name: "code_run",
      args: { script: words().slice(0, 2_000) },
    }));
    const thinking = {
      type: "thinking",
      text: words(),
      wire: "anthropic",
      ...(below(2) ? { signature: "proof" } : {}),
    };
    messages.push({ role: "assistant", content: [...(below(2) ? [thinking] : []), text(words()), ...calls] });
    const results = calls.map(({ id, name }) => ({
      type: "tool-result",
      callId: id,
      name,
      content: [text(words())],
    }));
    messages.push({
      role: "user",
      content: [...results, ...(results.length === 0 || below(3) === 0 ? [text(words())] : [])],
    });
  }
  return {
    system: pick(pool).slice(0, 800),
    tools: below(2) ? TOOLS : [],
    history: messages.slice(0, -1),
    message: messages.at(-1),
  };
}

function isBroken(messages) {
  const open = new Set();
  for (const { role, content } of messages) {
    if (role === "assistant" && open.size > 0) return true;
    for (const block of content) {
      if (block.type === "tool-call") open.add(block.id);
      if (block.type === "tool-result" && !open.delete(block.callId)) return true;
    }
  }
  return false;
}

// What stays in the request over 300 turns at a 30 K budget, by the stages of this package and by the report's.
import { createContextPolicy, fitByReport } from "../../packages/context/dist/index.js";
import { table } from "../lib/table.mjs";
import { countRequest } from "./count-request.mjs";
import { longRun, play } from "./long-run.mjs";

const BUDGET = 30_000;
const TARGETS = { checkpoint: 1, summary: 0.95, tokens: 0.85, prefix: 0.8 };

export function measure() {
  const turns = longRun();
  const ours = observe(turns, byPolicy());
  const report = observe(turns, byReport());
  const ratio = ours.tokensPerTurn / report.tokensPerTurn;
  const rows = [
    [
      "checkpoint facts in every later request",
      share(ours.checkpoint),
      share(report.checkpoint),
      verdict(ours.checkpoint >= TARGETS.checkpoint),
      "100 %",
    ],
    [
      "summary facts in every later request",
      share(ours.summary),
      share(report.summary),
      verdict(ours.summary >= TARGETS.summary),
      "95 %",
    ],
    ["facts marked by nothing", share(ours.none), share(report.none), "", ""],
    [
      "prompt tokens a turn (o200k)",
      ours.tokensPerTurn.toFixed(0),
      report.tokensPerTurn.toFixed(0),
      verdict(ratio <= TARGETS.tokens),
      `${ratio.toFixed(2)} of theirs, at most 0.85`,
    ],
    [
      "largest request",
      String(ours.largest),
      String(report.largest),
      verdict(ours.largest <= BUDGET),
      "30000",
    ],
    [
      "turns with an unbroken prefix",
      share(ours.prefix),
      share(report.prefix),
      verdict(ours.prefix >= TARGETS.prefix),
      "80 %",
    ],
  ];
  table(
    "A run of 300 turns with 200 facts, budget 30 K",
    ["", "ours", "report's stages", "target", ""],
    rows,
  );
  return { budgetTokens: BUDGET, targets: TARGETS, ours, report, ratio };
}

/** A session with usage that comes back as the provider would count it. */
function byPolicy() {
  const policy = createContextPolicy({ model: "gpt-5", budget: BUDGET });
  const fit = (request) => policy.fit(request);
  return {
    fit,
    sent: (tokens) =>
      policy.observe({ inputTokens: tokens, cachedInputTokens: 0, cacheWriteTokens: 0, outputTokens: 0 }),
  };
}

const byReport = () => ({
  fit: (request, { turn }) => ({
    history: fitByReport(request, { windowTokens: BUDGET, step: turn % 5 === 0 }),
    message: request.message,
  }),
  sent: () => {},
});

function observe(turns, { fit, sent }) {
  const planted = [];
  const counts = [];
  let before = [];
  let unbroken = 0;
  play(turns, fit, (request, turn) => {
    const tokens = countRequest(request);
    counts.push(tokens);
    sent(tokens);
    const messages = [...request.history, request.message].map((message) => JSON.stringify(message));
    const whole = messages.join("\n");
    for (const fact of planted) if (!whole.includes(fact.text)) fact.lost = true;
    // What this turn plants can be in the next request at the earliest.
    planted.push(...turn.facts.map((fact) => ({ ...fact })));
    const lastTwo = request.history.findLastIndex(({ role }) => role === "user");
    if (messages.slice(0, Math.max(0, lastTwo)).every((message, index) => message === before[index]))
      unbroken++;
    before = messages;
  });
  const kept = (kind) => {
    const of = planted.filter((fact) => fact.kind === kind);
    return of.filter(({ lost }) => !lost).length / of.length;
  };
  return {
    checkpoint: kept("checkpoint"),
    summary: kept("summary"),
    none: kept("none"),
    tokensPerTurn: counts.reduce((sum, tokens) => sum + tokens, 0) / counts.length,
    largest: Math.max(...counts),
    prefix: unbroken / counts.length,
  };
}

const share = (value) => `${(value * 100).toFixed(1)} %`;
const verdict = (met) => (met ? "met" : "missed");

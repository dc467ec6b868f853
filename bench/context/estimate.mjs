// The estimate against real tokenizers: windows of three sentences in ten languages, and texts of machines.
import { TokenEstimator } from "../../packages/context/dist/index.js";
import { table } from "../lib/table.mjs";
import { createRandom } from "./random.mjs";
import { LANGUAGES, MACHINE } from "./texts.mjs";
import { tokenizers } from "./tokenizers.mjs";

const TARGET = { median: 0.12, p95: 0.25 };

export function measure() {
  const samples = makeSamples();
  const kinds = [...new Set(samples.map(({ kind }) => kind))];
  const measured = tokenizers().map(({ name, model, count }) => {
    // A ratio is given, so that the bare expectation is asked for, without the caution before the first usage.
    const estimator = new TokenEstimator({ model, ratio: 1 });
    const ratios = samples.map(({ kind, text }) => ({ kind, ratio: estimator.piece(text) / count(text) }));
    const errors = ratios.map(({ ratio }) => Math.abs(ratio - 1)).sort((a, b) => a - b);
    const at = (share) => errors[Math.floor(share * (errors.length - 1))];
    const byKind = Object.fromEntries(
      kinds.map((kind) => {
        const of = ratios.filter((entry) => entry.kind === kind).map(({ ratio }) => ratio);
        return [kind, of.reduce((sum, ratio) => sum + ratio, 0) / of.length];
      }),
    );
    return {
      name,
      median: at(0.5),
      p95: at(0.95),
      max: at(1),
      met: at(0.5) <= TARGET.median && at(0.95) <= TARGET.p95,
      byKind,
    };
  });
  report(measured, kinds, samples.length);
  return { samples: samples.length, target: TARGET, measured };
}

function makeSamples() {
  const random = createRandom(1);
  const prose = Object.entries(LANGUAGES).flatMap(([kind, sentences]) =>
    sentences.slice(2).map((_, start) => ({ kind, text: sentences.slice(start, start + 3).join(" ") })),
  );
  const machine = Object.entries(MACHINE).flatMap(([kind, make]) =>
    Array.from({ length: 10 }, () => ({ kind, text: make(random) })),
  );
  return [...prose, ...machine];
}

function report(measured, kinds, count) {
  const percent = (share) => `${(share * 100).toFixed(1)} %`;
  table(
    `Estimate against real tokenizers, ${count} texts (target: 12 % at the median, 25 % at the 95th percentile)`,
    ["tokenizer", "median error", "95th percentile", "largest", "target"],
    measured.map(({ name, median, p95, max, met }) => [
      name,
      percent(median),
      percent(p95),
      percent(max),
      met ? "met" : "missed",
    ]),
  );
  table(
    "Estimated / real tokens by kind of text",
    ["kind", ...measured.map(({ name }) => name.split(" (")[0])],
    kinds.map((kind) => [kind, ...measured.map(({ byKind }) => byKind[kind].toFixed(2))]),
  );
}

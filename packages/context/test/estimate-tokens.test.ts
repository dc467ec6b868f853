import { countTokens } from "gpt-tokenizer/encoding/o200k_base";
import { describe, expect, it } from "vitest";
import { estimateTokens, TokenEstimator } from "../src/index.js";
import { LANGUAGES } from "./texts/languages.js";
import { MACHINE, pseudoRandom } from "./texts/machine.js";

const samples = [
  ...Object.entries(LANGUAGES).flatMap(([kind, sentences]) =>
    [0, 3, 6, 9].map((start) => ({ kind, text: sentences.slice(start, start + 3).join(" ") })),
  ),
  ...Object.entries(MACHINE).flatMap(([kind, make]) =>
    [1, 2, 3, 4].map((seed) => ({ kind, text: make(seed) })),
  ),
];
const ratios = samples.map(({ kind, text }) => ({ kind, ratio: estimateTokens(text) / countTokens(text) }));
const errors = ratios.map(({ ratio }) => Math.abs(ratio - 1)).sort((a, b) => a - b);
const percentile = (share: number): number => errors[Math.floor(share * (errors.length - 1))]!;

describe("estimateTokens against o200k", () => {
  it("is within 12 % at the median and 25 % at the 95th percentile", () => {
    expect(percentile(0.5)).toBeLessThan(0.12);
    expect(percentile(0.95)).toBeLessThan(0.25);
  });

  it.each([...Object.keys(LANGUAGES), ...Object.keys(MACHINE)])("is within 25 % on %s as a whole", (kind) => {
    const of = ratios.filter((entry) => entry.kind === kind).map((entry) => entry.ratio);
    expect(Math.abs(of.reduce((sum, ratio) => sum + ratio, 0) / of.length - 1)).toBeLessThan(0.25);
  });

  it("is never below the real count with spread and margin, on random text of any script", () => {
    const range = (first: number, last: number) =>
      Array.from({ length: last - first + 1 }, (_, i) => String.fromCodePoint(first + i)).join("");
    const estimator = new TokenEstimator();
    for (const alphabet of [
      range(0x4e00, 0x9fff),
      range(0x3041, 0x30f6),
      range(0xac00, 0xd7a3),
      range(0x1f300, 0x1f64f),
      range(0x20, 0x7e),
      ...Object.values(LANGUAGES).map((sentences) => sentences.join("")),
      Object.values(LANGUAGES).flat().join(""),
    ])
      for (const seed of [1, 2, 3]) {
        const text = pseudoRandom(seed, 1_000, alphabet);
        expect(estimator.piece(text) * estimator.margin).toBeGreaterThanOrEqual(countTokens(text));
      }
  });

  it("is zero for nothing and finite for any code unit", () => {
    expect(estimateTokens("")).toBe(0);
    expect(estimateTokens("\uD800 \uDC00 \u0000 \uFFFF")).toBeGreaterThan(0);
  });
});

describe("TokenEstimator", () => {
  it("I4: an over-count of 2.5 times is corrected by the usage that comes back", () => {
    const estimator = new TokenEstimator();
    for (let turn = 0; turn < 12; turn++) estimator.calibrate(25_000, 10_000);
    expect(estimator.ratio).toBeCloseTo(0.4, 1);
  });

  it("takes over an under-count at once and bounds both directions", () => {
    const estimator = new TokenEstimator();
    estimator.calibrate(10_000, 14_000);
    expect(estimator.ratio).toBeCloseTo(1.4);
    estimator.calibrate(10_000, 10_000_000);
    expect(estimator.ratio).toBe(2.5);
    for (let turn = 0; turn < 50; turn++) estimator.calibrate(10_000, 4_000);
    expect(estimator.ratio).toBeCloseTo(0.4, 2);
  });

  it("learns nothing from requests that are mostly wrapping, nor from broken usage", () => {
    const estimator = new TokenEstimator();
    estimator.calibrate(50, 400);
    estimator.calibrate(10_000, 0);
    estimator.calibrate(10_000, Number.NaN);
    estimator.calibrate(10_000, 1_000); // a server that leaves out what it had cached
    expect(estimator.ratio).toBe(1);
  });

  it("uses the host's own tokenizer where there is one, without a margin", () => {
    const estimator = new TokenEstimator({ count: countTokens });
    expect(estimator.margin).toBe(1);
    expect(estimator.text("hello world")).toBe(countTokens("hello world"));
  });

  it("knows the tokenizer family of a model", () => {
    const text = LANGUAGES.hindi!.join(" ");
    expect(new TokenEstimator({ model: "gpt-4-turbo" }).text(text)).toBeGreaterThan(
      1.5 * new TokenEstimator({ model: "gpt-5" }).text(text),
    );
  });
});

import { emptyUsage } from "@genericagent/core-loop";
import { describe, expect, it } from "vitest";
import { costOf, costOfReplies, modelPrices } from "../src/index.js";

const usage = { inputTokens: 1000, cachedInputTokens: 600, cacheWriteTokens: 100, outputTokens: 50 };
const prices = { m: { asOf: "2026-01-01", input: 10, cacheRead: 1, cacheWrite: 12, output: 100 } };

describe("cost", () => {
  it("prices input, cache reads, cache writes and output apart", () => {
    const cost = (300 * 10 + 600 * 1 + 100 * 12 + 50 * 100) / 1e6;
    expect(costOf(usage, "m", prices)).toBeCloseTo(cost, 12);
    expect(costOf(usage, "anthropic/m", prices)).toBeCloseTo(cost, 12);
    expect(costOf(emptyUsage(), "m", prices)).toBe(0);
  });

  it("is unknown where the price is, also at another vendor's and beyond a length", () => {
    expect(costOf(usage, undefined)).toBe(undefined);
    expect(costOf(usage, "ollama/qwen3")).toBe(undefined);
    expect(costOf(usage, "openrouter/claude-sonnet-5-5")).toBe(undefined);
    expect(costOf(usage, "toString")).toBe(undefined);
    expect(costOf({ ...usage, inputTokens: 300_000 }, "openai/gpt-5.4")).toBe(undefined);
    expect(costOf(usage, "mine/m", { "mine/m": prices.m })).toBeCloseTo(0.0098, 12);
  });

  it("knows dated names, and prices that depend on the length of the prompt", () => {
    expect(costOf(usage, "anthropic/claude-opus-4-5-20251101")).toBe(costOf(usage, "claude-opus-4-5"));
    expect(costOf(usage, "openai/gpt-5.4-2026-03-05")).toBe(costOf(usage, "gpt-5.4"));
    const long = { ...emptyUsage(), inputTokens: 200_000 };
    expect(costOf(long, "claude-haiku-5-5")).toBeCloseTo(0.1, 12);
    expect(costOf({ ...long, inputTokens: 100_000 }, "claude-haiku-5-5")).toBeCloseTo(0.01, 12);
  });

  it("of a run is the sum of its calls, unknown as soon as one is", () => {
    const known = { usage, model: "m" };
    expect(costOfReplies([known, known], prices)).toBeCloseTo(2 * 0.0098, 12);
    expect(costOfReplies([known, { usage }], prices)).toBe(undefined);
    expect(costOfReplies([])).toBe(0);
  });

  it("every price has a date and is dearer to write than to read", () => {
    for (const { asOf, input, cacheRead, output } of Object.values(modelPrices)) {
      expect(asOf).toMatch(/^\d{4}-\d{2}-\d{2}$/);
      expect(cacheRead).toBeLessThan(input);
      expect(output).toBeGreaterThan(input);
    }
  });
});

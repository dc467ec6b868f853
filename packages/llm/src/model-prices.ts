/** US dollars for a million tokens, standard tier. */
export interface ModelPrice {
  /** The day for which the provider's page was found to say so. Prices change: later costs are estimates. */
  asOf: string;
  /** Input that was neither read from nor written to the cache. */
  input: number;
  cacheRead: number;
  /** Absent where writing costs what input costs. */
  cacheWrite?: number;
  output: number;
  /** Prompts with more tokens than this cost more, as `above` says; without `above` their price is unknown. */
  upToInputTokens?: number;
  above?: Omit<ModelPrice, "asOf" | "upToInputTokens" | "above">;
}

/** platform.claude.com/docs/en/about-claude/pricing. Cache writes are those of 5 minutes. */
const anthropic = (input: number, output: number, cacheRead: number): ModelPrice => ({
  asOf: "2026-10-24",
  ...{ input, cacheRead, cacheWrite: input * 1.25, output },
});

/** developers.openai.com/api/docs/pricing. Longer prompts cost more; how much is left open. */
const openai = (input: number, output: number): ModelPrice => ({
  asOf: "2026-06-04",
  ...{ input, cacheRead: input / 10, output, upToInputTokens: 270_000 },
});

/** By the model's own name. What is not sure is not here, and costs `undefined`. */
export const modelPrices: Readonly<Record<string, ModelPrice>> = {
  "claude-fable-5-1": anthropic(10, 50, 0.25),
  "claude-fable-5": anthropic(10, 50, 1),
  "claude-opus-5-5": anthropic(4, 20, 0.2),
  "claude-opus-5": anthropic(5, 25, 0.5),
  "claude-opus-4-8": anthropic(5, 25, 0.5),
  "claude-opus-4-7": anthropic(5, 25, 0.5),
  "claude-opus-4-6": anthropic(5, 25, 0.5),
  "claude-opus-4-5": anthropic(5, 25, 0.5),
  "claude-sonnet-5-5": anthropic(2, 10, 0.1),
  "claude-haiku-5-5": {
    ...anthropic(0.1, 0.5, 0.01),
    upToInputTokens: 100_000,
    above: { input: 0.5, cacheRead: 0.05, cacheWrite: 0.625, output: 2.5 },
  },
  "gpt-5.5": openai(5, 30),
  "gpt-5.4": openai(2.5, 15),
  "gpt-5.4-mini": openai(0.75, 4.5),
  "gpt-5.4-nano": openai(0.2, 1.25),
  // docs.x.ai/developers/models/grok-4.20-0309
  "grok-4.20-0309-reasoning": {
    asOf: "2026-07-13",
    ...{ input: 1.25, cacheRead: 0.2, output: 2.5, upToInputTokens: 199_999 },
    above: { input: 2.5, cacheRead: 0.4, output: 5 },
  },
};

/** Tokens of one or more model calls, in one unit for every provider. */
export interface Usage {
  /** All prompt tokens, cached ones included. */
  inputTokens: number;
  /** The part of `inputTokens` read from the provider's prompt cache. */
  cachedInputTokens: number;
  /** The part of `inputTokens` written to the provider's prompt cache. */
  cacheWriteTokens: number;
  /** All generated tokens, reasoning included. */
  outputTokens: number;
}

export const emptyUsage = (): Usage => ({
  inputTokens: 0,
  cachedInputTokens: 0,
  cacheWriteTokens: 0,
  outputTokens: 0,
});

export const addUsage = (a: Usage, b: Usage): Usage => ({
  inputTokens: a.inputTokens + b.inputTokens,
  cachedInputTokens: a.cachedInputTokens + b.cachedInputTokens,
  cacheWriteTokens: a.cacheWriteTokens + b.cacheWriteTokens,
  outputTokens: a.outputTokens + b.outputTokens,
});

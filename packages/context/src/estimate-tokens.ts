import { textFeatures } from "./text-features.js";
import { SPREAD_WEIGHTS, type TokenizerFamily, weightsOf } from "./token-weights.js";

export interface TokenEstimate {
  /** What prose, code and data of this shape cost. */
  expected: number;
  /** What the same characters cost more where they make no words; little for Latin letters, which show it. */
  spread: number;
}

/**
 * Tokens of a text by its scripts and its shape, without a vocabulary. Linear in the text. Over ten languages, code
 * and data the median error is 5 % for o200k and 5 to 8 % for the others, the 95th percentile 15 to 24 %
 * (`bench/context`).
 */
export const estimateTokens = (text: string, family: TokenizerFamily = "o200k"): number =>
  tokenEstimate(text, family).expected;

/** The estimate and how far the text can lie above it. */
export function tokenEstimate(text: string, family: TokenizerFamily): TokenEstimate {
  const weights = weightsOf(family);
  let [expected, spread] = [0, 0];
  for (const [feature, count] of textFeatures(text).entries()) {
    expected += count * weights[feature]!;
    spread += count * SPREAD_WEIGHTS[feature]!;
  }
  return { expected: Math.ceil(expected), spread: Math.ceil(spread) };
}

/** The family whose tokenizer a model uses, by its public name; `o200k` for everything that is not known. */
export function familyOf(model: string): TokenizerFamily {
  const name = model.toLowerCase();
  if (/qwen|qwq/.test(name)) return "qwen";
  if (/llama/.test(name)) return "llama3";
  if (/gpt-4(?!o|\.)|gpt-3\.5/.test(name)) return "cl100k";
  return "o200k";
}

import type { JsonObject, Usage } from "@genericagent/core-loop";
import { asNumber } from "../loose-json.js";

/**
 * Counts are cumulative and come in parts, so a field that is missing keeps what was known. This wire leaves
 * cached tokens out of `input_tokens`; ours are all prompt tokens.
 */
export function readAnthropicUsage(usage: JsonObject, known: Usage): Usage {
  const cachedInputTokens = asNumber(usage.cache_read_input_tokens) ?? known.cachedInputTokens;
  const cacheWriteTokens = asNumber(usage.cache_creation_input_tokens) ?? known.cacheWriteTokens;
  const knownPlain = known.inputTokens - known.cachedInputTokens - known.cacheWriteTokens;
  const plain = asNumber(usage.input_tokens) ?? knownPlain;
  return {
    inputTokens: plain + cachedInputTokens + cacheWriteTokens,
    cachedInputTokens,
    cacheWriteTokens,
    outputTokens: asNumber(usage.output_tokens) ?? known.outputTokens,
  };
}

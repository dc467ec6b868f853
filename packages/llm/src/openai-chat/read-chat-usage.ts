import type { JsonObject, Usage } from "@genericagent/core-loop";
import { asNumber, asObject } from "../loose-json.js";

/**
 * Counts are cumulative where they come more than once. Some servers leave reasoning out of
 * `completion_tokens` but not out of the total, so what the total holds beyond the prompt is output.
 */
export function readChatUsage(usage: JsonObject, known: Usage): Usage {
  const details = asObject(usage.prompt_tokens_details);
  const inputTokens = asNumber(usage.prompt_tokens) ?? known.inputTokens;
  const output = asNumber(usage.completion_tokens) ?? known.outputTokens;
  const total = asNumber(usage.total_tokens) ?? 0;
  const cached = details.cached_tokens ?? usage.prompt_cache_hit_tokens ?? usage.cached_tokens;
  return {
    inputTokens,
    cachedInputTokens: asNumber(cached) ?? known.cachedInputTokens,
    cacheWriteTokens: asNumber(details.cache_write_tokens) ?? known.cacheWriteTokens,
    outputTokens: Math.max(output, total - inputTokens),
  };
}

import type { JsonObject, Usage } from "@genericagent/core-loop";
import { asNumber, asObject } from "../loose-json.js";

/** This wire counts as we do: cached tokens are input, reasoning is output. */
export const readResponsesUsage = (usage: JsonObject): Usage => {
  const details = asObject(usage.input_tokens_details);
  return {
    inputTokens: asNumber(usage.input_tokens) ?? 0,
    cachedInputTokens: asNumber(details.cached_tokens) ?? 0,
    cacheWriteTokens: asNumber(details.cache_write_tokens) ?? 0,
    outputTokens: asNumber(usage.output_tokens) ?? 0,
  };
};

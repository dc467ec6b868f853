import type { Reply, Usage } from "@genericagent/core-loop";
import { type ModelPrice, modelPrices } from "./model-prices.js";

/**
 * What one model call cost, in US dollars; undefined where the price is not known. Give it each call's usage, not a
 * sum: some prices depend on the length of a prompt.
 *
 * @param model `provider/model` as in `Reply.model`, or the model alone; a date behind its name does not matter
 */
export function costOf(
  usage: Usage,
  model: string | undefined,
  prices: Readonly<Record<string, ModelPrice>> = modelPrices,
): number | undefined {
  const price = model === undefined ? undefined : priceFor(model, usage.inputTokens, prices);
  if (!price) return undefined;
  const { inputTokens, cachedInputTokens, cacheWriteTokens, outputTokens } = usage;
  const plain = inputTokens - cachedInputTokens - cacheWriteTokens;
  const total =
    plain * price.input +
    cachedInputTokens * price.cacheRead +
    cacheWriteTokens * (price.cacheWrite ?? price.input) +
    outputTokens * price.output;
  return total / 1_000_000;
}

/** What a run's calls cost together; undefined as soon as one of them is not known. */
export function costOfReplies(
  replies: Iterable<Pick<Reply, "usage" | "model">>,
  prices?: Readonly<Record<string, ModelPrice>>,
): number | undefined {
  let total = 0;
  for (const { usage, model } of replies) {
    const cost = costOf(usage, model, prices);
    if (cost === undefined) return undefined;
    total += cost;
  }
  return total;
}

/** The price holds at the vendor itself: the same model elsewhere, for example at OpenRouter, costs something else. */
function priceFor(
  name: string,
  inputTokens: number,
  prices: Readonly<Record<string, ModelPrice>>,
): ModelPrice["above"] {
  const slash = name.indexOf("/");
  const provider = name.slice(0, Math.max(0, slash));
  const model = name.slice(slash + 1).replace(/-(\d{8}|\d{4}-\d{2}-\d{2})$/, "");
  const key = [name, `${provider}/${model}`, ...(isVendor(provider) ? [model] : [])].find((candidate) =>
    Object.hasOwn(prices, candidate),
  );
  const price = key === undefined ? undefined : prices[key];
  if (!price || inputTokens <= (price.upToInputTokens ?? Number.POSITIVE_INFINITY)) return price;
  return price.above;
}

const isVendor = (provider: string): boolean =>
  ["", "anthropic", "openai", "openai-responses", "xai"].includes(provider);

import type { Usage } from "@genericagent/core-loop";
import type { PrefixBreak } from "./cached-prefix.js";
import type { FittedContext } from "./fit-context.js";
import { type Parts, totalOf } from "./parts.js";
import type { Spilled } from "./spill-large.js";

/** What one request cost and what was done to make it fit. Plain data: it logs and serialises. */
export interface Ledger {
  /** Requests of this session so far, this one included. */
  request: number;
  budgetTokens: number;
  /** Sum of `parts`: estimated, and calibrated by the usage of earlier requests. */
  totalTokens: number;
  parts: Parts;
  /** Messages that were shortened, messages that were dropped, texts that went to files. */
  compressed: number;
  evicted: number;
  spilled: Spilled[];
  /** What broke the cached prefix; absent where it held. */
  brokenBy?: PrefixBreak;
  /** As the provider counted; absent until its usage is known. */
  counted?: { inputTokens: number; cachedTokens: number; uncachedTokens: number };
}

export function createLedger(
  request: number,
  budgetTokens: number,
  fitted: FittedContext,
  brokenBy: PrefixBreak | undefined,
): Ledger {
  const { parts, compressed, evicted, spilled } = fitted;
  const totalTokens = totalOf(parts);
  const ledger = { request, budgetTokens, totalTokens, parts, compressed, evicted, spilled };
  return brokenBy ? { ...ledger, brokenBy } : ledger;
}

export const countedBy = (ledger: Ledger, usage: Usage): Ledger => ({
  ...ledger,
  counted: {
    inputTokens: usage.inputTokens,
    cachedTokens: usage.cachedInputTokens,
    uncachedTokens: usage.inputTokens - usage.cachedInputTokens,
  },
});

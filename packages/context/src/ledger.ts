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
  /** Real tokens for each estimated one, as usage has shown so far: `ratio` of a policy that goes on with the session. */
  ratio: number;
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
  head: Pick<Ledger, "request" | "budgetTokens" | "ratio">,
  { parts, compressed, evicted, spilled }: FittedContext,
  brokenBy: PrefixBreak | undefined,
): Ledger {
  const ledger = { ...head, totalTokens: totalOf(parts), parts, compressed, evicted, spilled };
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

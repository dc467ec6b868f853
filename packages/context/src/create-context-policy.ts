import type { ContextPolicy } from "@genericagent/core-loop";
import { AdaptiveBudget, type AdaptiveBudgetOptions } from "./adaptive-budget.js";
import { CachedPrefix } from "./cached-prefix.js";
import { contextNotices, ledgerNotice } from "./context-notices.js";
import { fitContext } from "./fit-context.js";
import { countedBy, createLedger, type Ledger } from "./ledger.js";
import { LongDependencies } from "./long-dependency.js";
import type { Spill } from "./spill-large.js";
import { type EstimatorOptions, TokenEstimator } from "./token-estimator.js";

export interface ContextPolicyOptions extends EstimatorOptions {
  /** A fixed number of tokens for the whole request, or the bounds of an adaptive one. Default adaptive. */
  budget?: number | AdaptiveBudgetOptions;
  spill?: Spill;
  /** The memory index (L1) as it stands in the system prompt now, for the ledger. */
  index?: () => string;
}

/** Turns between two steps of stage 2 (GenericAgent report, table 1: about every 5 turns). */
const STEP_TURNS = 5;
/** How much more a request is taken to cost after the provider refused one as too long. */
const OVERFLOW_RISE = 1.25;

export interface LedgerPolicy extends Required<ContextPolicy> {
  /** Of the latest request; absent before the first. */
  readonly ledger: Ledger | undefined;
}

/** The policy of this package: the four stages in steps, an adaptive budget, a ledger of each request. */
export function createContextPolicy(options: ContextPolicyOptions = {}): LedgerPolicy {
  const { budget = {}, spill, index } = options;
  const estimator = new TokenEstimator(options);
  const adaptive = typeof budget === "number" ? undefined : new AdaptiveBudget(budget);
  const prefix = new CachedPrefix();
  const dependencies = new LongDependencies();
  let requests = 0;
  let turnsSinceStep = 0;
  let ledger: Ledger | undefined;
  let estimated = 0;

  return {
    get ledger() {
      return ledger;
    },

    fit(request) {
      const change = adaptive?.turn(dependencies.sign(request.history, request.message));
      const maxTokens = adaptive?.tokens ?? (budget as number);
      const step = ++turnsSinceStep >= STEP_TURNS;
      const memory = index?.();
      const fitted = fitContext(memory === undefined ? request : { ...request, index: memory }, {
        maxTokens,
        estimator,
        step,
        ...(spill ? { spill } : {}),
      });
      if (fitted.compressed + fitted.evicted > 0) turnsSinceStep = 0;
      if (fitted.evicted > 0) dependencies.rememberEvicted(request.history, fitted.history);
      dependencies.rememberSpilled(fitted.spilled);

      const broken = prefix.next({ ...request, history: fitted.history, message: fitted.message });
      ledger = createLedger(
        { request: ++requests, budgetTokens: maxTokens, ratio: estimator.ratio },
        fitted,
        broken,
      );
      estimated = ledger.totalTokens / estimator.ratio;
      return { history: fitted.history, message: fitted.message, notices: contextNotices(ledger, change) };
    },

    observe(usage) {
      if (!ledger) return [];
      estimator.calibrate(estimated, usage.inputTokens);
      if (usage.inputTokens > 0) ledger = countedBy(ledger, usage);
      return [ledgerNotice(ledger)];
    },

    overflowed() {
      estimator.raise(OVERFLOW_RISE);
    },
  };
}

export type { ContextPolicy, FittedRequest, PolicyRequest } from "@genericagent/core-loop";
export {
  AdaptiveBudget,
  type AdaptiveBudgetOptions,
  BUDGET_TOKENS,
  type BudgetChange,
} from "./adaptive-budget.js";
export { anchorPrompt } from "./anchor-prompt.js";
export { type CompressOptions, compressTags } from "./compress-tags.js";
export { ContextError } from "./context-error.js";
export {
  type ContextPolicyOptions,
  createContextPolicy,
  type LedgerPolicy,
} from "./create-context-policy.js";
export { estimateTokens } from "./estimate-tokens.js";
export { type EvictOptions, evict } from "./evict.js";
export { fitByReport, type ReportBudget } from "./fit-by-report.js";
export { type ContextBudget, type ContextRequest, type FittedContext, fitContext } from "./fit-context.js";
export { type ImageSize, imageSize } from "./image-size.js";
export { type ImageRules, imageTokens } from "./image-tokens.js";
export type { Ledger } from "./ledger.js";
export type { PartName, Parts } from "./parts.js";
export type { Spill, Spilled } from "./spill-large.js";
export { summarizeTurn } from "./summarize-turn.js";
export { type EstimatorOptions, TokenEstimator } from "./token-estimator.js";
export type { TokenizerFamily } from "./token-weights.js";
export { TOOL_LIMITS } from "./tool-limits.js";
export { truncateMiddle } from "./truncate-middle.js";
export type { TurnSummary, WorkingMemory } from "./working-memory.js";

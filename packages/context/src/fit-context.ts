import type { Message, ToolSpec, UserMessage } from "@genericagent/core-loop";
import { EXEMPT_MESSAGES } from "./compress-tags.js";
import { ContextDraft } from "./context-draft.js";
import { isOversized } from "./leave-out-images.js";
import type { Parts } from "./parts.js";
import type { Spill, Spilled } from "./spill-large.js";
import type { TokenEstimator } from "./token-estimator.js";

/** Everything that is sent in one model call. */
export interface ContextRequest {
  system: string;
  /** The memory index (L1), where it is part of `system`: only for the ledger. */
  index?: string;
  tools: readonly ToolSpec[];
  history: readonly Message[];
  /** The new message. It is never evicted, and compressed only where it does not fit otherwise. */
  message: UserMessage;
}

export interface ContextBudget {
  /** What the whole request may cost, in real tokens. */
  maxTokens: number;
  /** Default: a fresh one, uncalibrated. Give a session its own, so that counts are kept and usage is learnt from. */
  estimator?: TokenEstimator;
  /** Whether stage 2 is due (every 5 turns). Between steps only an overflow changes the history. Default false. */
  step?: boolean;
  spill?: Spill;
}

export interface FittedContext {
  history: readonly Message[];
  message: UserMessage;
  /** What each part of the fitted request costs, estimated and calibrated. */
  parts: Parts;
  /** Messages of the history that stage 2 shortened. */
  compressed: number;
  /** Messages of the history that stage 3 dropped. */
  evicted: number;
  spilled: Spilled[];
}

/** On a step, stage 2 runs when this share of the budget is used: before that, a cached prefix is worth more. */
const COMPRESS_FROM = 0.5;
/** A step that saves less than this share of the budget is left for later: it would break the prefix for little. */
const STEP_GAIN = 0.15;
/** On a step, stage 3 runs when this share is used, so that an overflow between steps stays rare. */
const EVICT_FROM = 0.75;
/**
 * Stage 3 leaves this share of the room for history filled. The report leaves 60 %; as evicted turns leave a record,
 * more can go at once, and the prefix breaks less often.
 */
const EVICT_TO = 0.5;
/** Stage 3 runs stage 2 again with fewer exempt messages (GenericAgent report, section 2.3.4). */
const STRICT_EXEMPT = 4;
/** The record of evicted turns may take this share of the budget. */
const EARLIER_SHARE = 0.2;
/** A single text above this share is spilled before any turn is dropped for it. */
const LARGE_SHARE = 1 / 4;
/** When all that is left is pinned, texts above these shares go, in this order. */
const LAST_SHARES = [1 / 8, 1 / 16, 1 / 32, 1 / 64];

/**
 * Makes the request fit its budget, whatever the history looks like: stage 2 (`compressTags`), a first spill of
 * texts too large for any budget, stage 3 (`evict`), and for what is pinned a spill of ever smaller texts. While
 * the request is small, nothing is touched; between steps only the working memory of the last message of the user,
 * which the new message repeats and which stands behind what a cached prefix holds. The same input gives the same
 * output, the output comes back unchanged, and nothing given is mutated.
 *
 * @throws ContextError (`context-budget`) when the fixed part alone does not fit; it names the part and its size.
 */
export function fitContext(request: ContextRequest, budget: ContextBudget): FittedContext {
  const draft = new ContextDraft(request, budget);
  const { step = false } = budget;
  draft.leaveOutImages(isOversized);

  if (draft.total() > COMPRESS_FROM * draft.limit) {
    draft.compressLastAnchor();
    if (step) draft.compress(EXEMPT_MESSAGES, STEP_GAIN * draft.limit);
  }
  if (draft.total() > draft.limit || (step && draft.total() > EVICT_FROM * draft.limit)) {
    draft.compress(STRICT_EXEMPT);
    draft.spill(LARGE_SHARE);
    draft.evict(EVICT_TO, EARLIER_SHARE);
  }
  for (const share of LAST_SHARES) if (draft.total() > draft.limit) draft.spill(share);
  if (draft.total() > draft.limit) draft.leaveOutImages(() => true);
  if (draft.total() > draft.limit) throw draft.refusal();
  return draft.fitted();
}

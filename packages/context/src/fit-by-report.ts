import type { Message } from "@genericagent/core-loop";
import { compressTags } from "./compress-tags.js";
import { evict } from "./evict.js";
import type { ContextRequest } from "./fit-context.js";

/** Characters a token is taken for: `B = α · W` (GenericAgent report, section 2.3.4, α ≈ 3). */
const CHARS_PER_TOKEN = 3;

/** Share of the budget that eviction leaves filled (GenericAgent report, table 1). */
const EVICT_TO = 0.6;

export interface ReportBudget {
  /** `W`, the window in tokens. Only the history is measured, and in characters. */
  windowTokens: number;
  /** Whether stage 2 is due (every 5 turns). */
  step: boolean;
}

/**
 * Stages 2 and 3 with the thresholds and the measure of the GenericAgent report, to compare with: characters of the
 * history alone, 10 and then 4 exempt messages, no record of what was evicted, no spill, no refusal. It may
 * return a request above its budget.
 */
export function fitByReport(
  request: ContextRequest,
  { windowTokens, step }: ReportBudget,
): readonly Message[] {
  const budget = CHARS_PER_TOKEN * windowTokens;
  const history = step ? compressTags(request.history, { allAnchors: false }) : request.history;
  if (history.reduce((sum, message) => sum + charsOf(message), 0) <= budget) return history;
  return evict(compressTags(history, { exempt: 4, allAnchors: false }), {
    target: EVICT_TO * budget,
    measure: charsOf,
    message: request.message,
  });
}

/** `len(m)` of the report: the message as it is written on the wire. */
const charsOf = (message: Message): number => JSON.stringify(message.content).length;

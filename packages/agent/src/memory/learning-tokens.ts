import { toolCallsOf } from "@genericagent/core-loop";
import type { JournalEntry } from "../journal-entry.js";

/** Characters a token, for the arguments of one call. */
const CHARS_A_TOKEN = 4;

/**
 * What learning itself cost in the last run. A turn that did nothing else costs the request after it, since without
 * that turn the answer would have come one request earlier; beside other calls it costs its own words.
 */
export function learningTokens(entries: readonly JournalEntry[]): number {
  const start = entries.findLastIndex((entry) => entry.type === "message" && entry.turn === 1);
  const replies = entries.slice(Math.max(start, 0)).filter((entry) => entry.type === "reply");
  return replies.reduce((sum, reply, index) => {
    const calls = toolCallsOf(reply.message);
    const learning = calls.filter(({ name }) => name === "start_long_term_update");
    if (learning.length === 0) return sum;
    const words = Math.ceil(JSON.stringify(learning.map(({ args }) => args)).length / CHARS_A_TOKEN);
    const next = learning.length === calls.length ? replies[index + 1]?.usage : undefined;
    return sum + words + (next ? next.inputTokens + next.outputTokens : 0);
  }, 0);
}

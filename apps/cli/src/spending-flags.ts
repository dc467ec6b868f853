import { AgentError, type Budget } from "@genericagent/agent/create-agent";

/** What a run may spend, as the command line says it. */
export interface SpendingFlags {
  maxTurns?: number;
  /** Input and output together. */
  maxTokens?: number;
  /** US dollars. */
  maxCost?: number;
  /** Seconds. */
  timeLimit?: number;
}

export function budgetOf({ maxTokens, maxCost }: SpendingFlags): Budget | undefined {
  if (maxTokens === undefined && maxCost === undefined) return undefined;
  return { ...(maxTokens && { tokens: maxTokens }), ...(maxCost && { usd: maxCost }) };
}

/** Aborts when the time is up; the timer keeps no process alive. */
export function withTimeLimit(
  signal: AbortSignal,
  { timeLimit }: SpendingFlags,
): { signal: AbortSignal; release: () => void } {
  if (timeLimit === undefined) return { signal, release: () => {} };
  const controller = new AbortController();
  const forward = () => controller.abort(signal.reason);
  signal.addEventListener("abort", forward, { once: true });
  const timer = setTimeout(() => {
    controller.abort(
      new AgentError(
        "budget-spent",
        `The run was stopped: its ${timeLimit} seconds are over. Raise --time-limit.`,
      ),
    );
  }, timeLimit * 1000);
  timer.unref();
  return {
    signal: controller.signal,
    release: () => {
      clearTimeout(timer);
      signal.removeEventListener("abort", forward);
    },
  };
}

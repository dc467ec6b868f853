import { type ChatEvent, isGenericAgentError, type Reply } from "@genericagent/core-loop";
import { abortableSleep } from "./abortable-sleep.js";
import { ModelError } from "./model-error.js";

export interface RetryPolicy {
  maxRetries: number;
  /** The first wait; each further one doubles. Default 500. */
  baseDelayMs?: number;
  /** Default 8 000. */
  maxDelayMs?: number;
  /** A longer wait demanded by the server is not slept but reported. Default 60 000. */
  maxRetryAfterMs?: number;
}

/**
 * Asks until an answer is whole. What was shown of a failed attempt is withdrawn by a `void` event before
 * anything else happens, so two halves are never spliced.
 *
 * @throws the last attempt's error; `signal.reason` when aborted
 */
export async function* withRetries(
  attempt: () => AsyncGenerator<ChatEvent, Reply, void>,
  policy: RetryPolicy,
  signal?: AbortSignal,
): AsyncGenerator<ChatEvent, Reply, void> {
  for (let failures = 0; ; failures++) {
    const answer = attempt();
    let shown = false;
    let failure: unknown;
    try {
      for (;;) {
        const step = await answer.next();
        if (step.done) return step.value;
        shown ||= step.value.type.endsWith("-delta");
        yield step.value;
      }
    } catch (error) {
      signal?.throwIfAborted();
      failure = error;
    } finally {
      await answer.return(undefined as never);
    }

    const message = failure instanceof Error ? failure.message : String(failure);
    if (shown) yield { type: "void", reason: message };
    const delayMs = delayBefore(failure, failures, policy);
    if (delayMs === undefined) throw failure;
    const code = (failure as ModelError).code;
    yield { type: "retry", attempt: failures + 1, delayMs, code, message };
    await abortableSleep(delayMs, signal);
  }
}

/** Undefined when it is not worth another try. */
function delayBefore(failure: unknown, failures: number, policy: RetryPolicy): number | undefined {
  const { maxRetries, baseDelayMs = 500, maxDelayMs = 8000, maxRetryAfterMs = 60_000 } = policy;
  if (failures >= maxRetries || !isGenericAgentError(failure) || !failure.retryable) return undefined;
  const asked = failure instanceof ModelError ? failure.retryAfterMs : undefined;
  if (asked !== undefined) return asked > maxRetryAfterMs ? undefined : asked;
  const full = Math.min(maxDelayMs, baseDelayMs * 2 ** failures);
  return Math.round(full * (1 - Math.random() / 4));
}

import {
  type ChatEvent,
  type ContextPolicy,
  type FittedRequest,
  isGenericAgentError,
  type PolicyRequest,
  type Reply,
} from "@genericagent/core-loop";

/** An answer, and the history that led to it as it was sent. */
export interface BudgetedReply {
  reply: Reply;
  fitted: Pick<FittedRequest, "history" | "message">;
}

/** A provider that finds a fitted request too long is asked again this often, each time with a smaller one. */
const MAX_OVERFLOWS = 2;

/**
 * Makes a request fit the policy's budget before it is sent, and tells the policy what it cost. Without a policy the
 * request goes out as it is.
 */
export async function* askWithinBudget(
  policy: ContextPolicy | undefined,
  request: PolicyRequest,
  send: (fitted: BudgetedReply["fitted"]) => AsyncGenerator<ChatEvent, Reply, void>,
): AsyncGenerator<ChatEvent, BudgetedReply, void> {
  if (!policy) return { reply: yield* send(request), fitted: request };
  for (let overflows = 0; ; overflows++) {
    const fitted = policy.fit(request);
    yield* fitted.notices;
    try {
      const reply = yield* send(fitted);
      yield* policy.observe?.(reply.usage) ?? [];
      return { reply, fitted };
    } catch (error) {
      const tooLong = isGenericAgentError(error) && error.code === "context-overflow";
      if (!tooLong || !policy.overflowed || overflows === MAX_OVERFLOWS) throw error;
      policy.overflowed();
    }
  }
}

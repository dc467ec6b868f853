import { errorMessage } from "@genericagent/core-loop";
import { ModelError } from "../model-error.js";

/** What a failure means for the session it came from. The table stands in the README. */
export type FailureAction =
  /** Another session now, this one again in the next round. */
  | { kind: "next-round" }
  /** Another session now, this one not again for this message. */
  | { kind: "not-for-this-message" }
  /** Another session now, this one not with a request of this size. */
  | { kind: "not-for-this-size" }
  /** Not asked for so long; without a time, until it is chosen by hand. */
  | { kind: "blocked"; forMs?: number }
  /** No other session would do better, or should be tried. */
  | { kind: "report" };

/** An account is topped up by people, so it is looked at again within the hour. */
const BILLING_BLOCK_MS = 3_600_000;

export function failureAction(error: unknown, springBackMs: number): FailureAction {
  if (!(error instanceof ModelError)) return { kind: "report" };
  switch (error.code) {
    case "refusal":
      return { kind: "report" };
    case "context-overflow":
      return { kind: "not-for-this-size" };
    case "bad-request":
      return { kind: "not-for-this-message" };
    case "auth":
    case "not-found":
      return { kind: "blocked" };
    case "billing":
      return { kind: "blocked", forMs: error.retryAfterMs ?? BILLING_BLOCK_MS };
    case "bad-response":
      return { kind: "blocked", forMs: springBackMs };
    default:
      if (error.retryAfterMs !== undefined) return { kind: "blocked", forMs: error.retryAfterMs };
      // A certificate does not mend itself.
      return error.retryable ? { kind: "next-round" } : { kind: "blocked", forMs: springBackMs };
  }
}

/** A failure's code and words, whatever was thrown. */
export const describeFailure = (error: unknown): { code: string; message: string } => ({
  code: error instanceof ModelError ? error.code : "unknown",
  message: errorMessage(error),
});

import { type ErrorOptions, GenericAgentError } from "@genericagent/core-loop";

/** Why a model did not answer. Listed with what to do in the README. */
export type ModelErrorCode =
  | "auth"
  | "billing"
  | "rate-limit"
  | "overloaded"
  | "server-error"
  | "context-overflow"
  | "bad-request"
  | "not-found"
  | "bad-response"
  | "network"
  | "idle-timeout"
  | "stream-cut"
  | "refusal"
  | "all-failed";

export interface ModelErrorOptions extends Omit<ErrorOptions, "retryable"> {
  code: ModelErrorCode;
  /** Default: by code. */
  retryable?: boolean;
  provider: string;
  status?: number | undefined;
  retryAfterMs?: number | undefined;
}

const PASSING = new Set<ModelErrorCode>([
  "rate-limit",
  "overloaded",
  "server-error",
  "network",
  "idle-timeout",
  "stream-cut",
]);

/** A model request that failed. Nothing of it is in the history. */
export class ModelError extends GenericAgentError {
  override readonly name = "ModelError";
  declare readonly code: ModelErrorCode;
  readonly provider: string;
  /** The HTTP status, where the server answered with one. */
  declare readonly status?: number;
  /** How long the server asked to wait. */
  declare readonly retryAfterMs?: number;

  constructor({ provider, status, retryAfterMs, ...options }: ModelErrorOptions) {
    super({ retryable: PASSING.has(options.code), ...options });
    this.provider = provider;
    if (status !== undefined) this.status = status;
    if (retryAfterMs !== undefined) this.retryAfterMs = retryAfterMs;
  }
}

const brand = Symbol.for("genericagent.error");

export interface ErrorOptions {
  /** Stable and kebab-case; every code is listed in docs/errors.md. */
  code: string;
  /** What was tried, why it failed and what to do next. Never a secret. */
  message: string;
  /** Whether the same call may succeed later. Default false. */
  retryable?: boolean;
  cause?: unknown;
}

/** The root of every error these packages throw on purpose. Branch on `code`, not on the message. */
export class GenericAgentError extends Error {
  override readonly name: string = "GenericAgentError";
  readonly code: string;
  readonly retryable: boolean;

  constructor({ code, message, retryable = false, cause }: ErrorOptions) {
    super(message, cause === undefined ? undefined : { cause });
    this.code = code;
    this.retryable = retryable;
    Object.defineProperty(this, brand, { value: true });
  }
}

/** True for errors of this family, also when another copy of the package made them. */
export const isGenericAgentError = (error: unknown): error is GenericAgentError =>
  typeof error === "object" && error !== null && (error as Record<symbol, unknown>)[brand] === true;

/** A readable line for any thrown value. */
export const errorMessage = (error: unknown): string =>
  error instanceof Error ? error.message || error.name : String(error);

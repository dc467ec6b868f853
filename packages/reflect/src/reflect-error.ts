import { GenericAgentError } from "@genericagent/core-loop";

/** Listed with their causes and mends in docs/errors.md. */
export type ReflectErrorCode =
  | "invalid-trigger"
  | "invalid-options"
  | "invalid-job"
  | "unknown-job"
  | "host-running"
  | "receipt"
  | "bad-script"
  | "board"
  | "no-plan"
  | "unknown-proposal";

/** What goes wrong in this package. */
export class ReflectError extends GenericAgentError {
  override readonly name = "ReflectError";
  declare readonly code: ReflectErrorCode;

  constructor(code: ReflectErrorCode, message: string, cause?: unknown) {
    super({ code, message, cause });
  }
}

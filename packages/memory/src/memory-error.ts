import { GenericAgentError } from "@genericagent/core-loop";

/** Listed with their causes and mends in docs/errors.md. */
export type MemoryErrorCode =
  | "memory-folder"
  | "memory-refused"
  | "memory-conflict"
  | "memory-damaged"
  | "unknown-skill"
  | "invalid-skill"
  | "skill-failed"
  | "invalid-options";

/** What goes wrong around a memory folder. `memory-refused` is the guard's no: its message is written for the model. */
export class MemoryError extends GenericAgentError {
  override readonly name = "MemoryError";
  declare readonly code: MemoryErrorCode;

  constructor(code: MemoryErrorCode, message: string, cause?: unknown) {
    super({ code, message, cause });
  }
}

import { GenericAgentError } from "@genericagent/core-loop";

/** Listed with their causes and mends in docs/errors.md. */
export type AgentErrorCode =
  | "no-model"
  | "unknown-provider"
  | "missing-key"
  | "invalid-config"
  | "invalid-credentials"
  | "invalid-options"
  | "data-home"
  | "journal"
  | "unknown-session"
  | "nothing-to-resume"
  | "busy"
  | "unknown-turn"
  | "files-changed"
  | "nothing-to-undo"
  | "unreadable-image"
  | "budget-spent"
  | "unknown-command"
  | "invalid-command"
  | "sub-agent";

/** What goes wrong around a run: configuration, credentials, journal. */
export class AgentError extends GenericAgentError {
  override readonly name = "AgentError";
  declare readonly code: AgentErrorCode;

  constructor(code: AgentErrorCode, message: string, cause?: unknown) {
    super({ code, message, cause });
  }
}

import { GenericAgentError } from "@genericagent/core-loop";

/** Listed with their causes and mends in docs/errors.md. */
export type BrowserErrorCode =
  | "no-browser"
  | "launch-failed"
  | "profile-in-use"
  | "attach-refused"
  | "disconnected"
  | "tab-closed"
  | "unknown-tab"
  | "timeout"
  | "protocol"
  | "dialog-open"
  | "page-error"
  | "covered"
  | "unknown-handle"
  | "not-yours"
  | "invalid-options"
  | "bridge"
  | "no-extension"
  | "wire-version";

/** What went wrong between this program and the browser. */
export class BrowserError extends GenericAgentError {
  override readonly name = "BrowserError";
  declare readonly code: BrowserErrorCode;

  constructor(code: BrowserErrorCode, message: string, cause?: unknown) {
    super({ code, message, cause });
  }
}

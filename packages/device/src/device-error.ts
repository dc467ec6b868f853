import { GenericAgentError } from "@genericagent/core-loop";

/** Listed with their causes and mends in docs/errors.md. */
export type DeviceErrorCode =
  | "act-refused"
  | "blank-picture"
  | "device-command-failed"
  | "device-lost"
  | "invalid-options"
  | "missing-package"
  | "missing-program"
  | "native-crash"
  | "native-failed"
  | "no-answer"
  | "no-device"
  | "no-display"
  | "no-session-bus"
  | "no-such-text"
  | "no-such-window"
  | "no-tree"
  | "off-screen"
  | "program-failed"
  | "unauthorised-device"
  | "unknown-id"
  | "unsupported-system";

/** Whether the same call may succeed a moment later. */
const RETRYABLE: ReadonlySet<DeviceErrorCode> = new Set([
  "no-answer",
  "device-lost",
  "native-crash",
  "native-failed",
  "no-tree",
]);

/** What goes wrong in this package. */
export class DeviceError extends GenericAgentError {
  override readonly name = "DeviceError";
  declare readonly code: DeviceErrorCode;

  constructor(code: DeviceErrorCode, message: string, cause?: unknown) {
    super({ code, message, cause, retryable: RETRYABLE.has(code) });
  }
}

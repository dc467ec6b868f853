import { GenericAgentError } from "@genericagent/core-loop";

/** Listed with their causes and mends in docs/errors.md. */
export type DeviceErrorCode = "no-display" | "invalid-options";

/** What goes wrong in this package. */
export class DeviceError extends GenericAgentError {
  override readonly name = "DeviceError";
  declare readonly code: DeviceErrorCode;

  constructor(code: DeviceErrorCode, message: string, cause?: unknown) {
    super({ code, message, cause });
  }
}

import type { AnswerMessage } from "../src/bridge/wire.js";

type Fault = NonNullable<AnswerMessage["error"]>;

/** Why a command was not done, with a code that the other side knows. */
export class CommandFault extends Error {
  constructor(
    readonly code: Fault["code"],
    message: string,
  ) {
    super(message);
  }

  /** For whatever was thrown. Chrome puts a protocol error into the message as JSON. */
  static of(error: unknown): Fault {
    if (error instanceof CommandFault) return { code: error.code, message: error.message };
    const text = error instanceof Error ? error.message : String(error);
    const { message = text, data } = parse(text);
    if (/No tab with (given )?id/i.test(message))
      return { code: "unknown-tab", message: `${message} List the tabs.` };
    if (/not attached|Detached while|target closed/i.test(message))
      return {
        code: "tab-closed",
        message: `The tab was closed, or somebody stopped the debugging: ${message}`,
      };
    return { code: "protocol", message: data ? `${message}: ${data}` : message };
  }
}

function parse(text: string): { message?: string; data?: string } {
  try {
    return JSON.parse(text) as { message?: string; data?: string };
  } catch {
    return {};
  }
}

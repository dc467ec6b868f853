import type { ChatEvent, Reply } from "./chat-client.js";
import type { ToolCall, ToolResult, UserBlock, UserMessage } from "./message.js";
import type { ToolEvent } from "./tool.js";
import type { Usage } from "./usage.js";

/** One flat union of plain objects: they log, serialise and compare. */
export type LoopEvent =
  | { type: "run-start"; maxTurns: number }
  /** `message` is sent to the model next. */
  | { type: "turn-start"; turn: number; message: UserMessage }
  | ChatEvent
  /** The answer is whole and stands in the client's history. */
  | ({ type: "reply"; turn: number } & Reply)
  | { type: "tool-start"; turn: number; call: ToolCall }
  | ToolEvent
  | { type: "tool-end"; turn: number; call: ToolCall; result: ToolResult; durationMs: number }
  | { type: "turn-end"; turn: number; usage: Usage };

/**
 * Why the *run* ended. `done`: the model answered, or a tool said the task is done. `exited`: a tool ended the
 * run, for example to ask the user. `max-turns`: the limit was reached. `no-progress`: the model repeated itself
 * or stayed silent after it was told.
 */
export type RunEnd = "done" | "exited" | "max-turns" | "no-progress";

export interface LoopResult {
  reason: RunEnd;
  /** The model's last readable text. */
  text: string;
  turns: number;
  /** Sum over all model calls of the run. */
  usage: Usage;
  /** With `exited`: the data of the call that ended the run. */
  data?: unknown;
  /** With `no-progress`: what was repeated. */
  why?: string;
  /** Results the model has not seen. Put them first in the input of the next run on the same client. */
  pending: UserBlock[];
}

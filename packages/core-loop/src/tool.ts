import type { Notice, Reply } from "./chat-client.js";
import type { JsonObject, ToolCall, ToolResult } from "./message.js";

/** What the model is told about a tool. */
export interface ToolSpec {
  name: string;
  description: string;
  /** JSON Schema of the arguments, an object schema. */
  parameters: JsonObject;
}

/** What a tool's code returned. */
export interface StepOutcome {
  /** Shown to the model: a string or content blocks as they are, anything else as JSON. */
  data: unknown;
  /** Text to add to the next user message. `null` ends the run as `done` after this turn. */
  nextPrompt?: string | null;
  /** Ends the run as `exited` after this call; later calls of the turn are answered "not run". */
  shouldExit?: boolean;
  /** The tool failed: the model sees `data` marked as an error. */
  isError?: boolean;
}

/** What happens while a tool runs. */
export type ToolEvent = { type: "tool-output"; callId: string; text: string } | Notice;

export interface ToolContext {
  call: ToolCall;
  /** The whole reply the call came in, for tools that read its text. */
  reply: Reply;
  /** Counted from 1 within the run. */
  turn: number;
  signal: AbortSignal;
}

/** A finished turn, before the next message is sent. */
export interface TurnRecord {
  turn: number;
  reply: Reply;
  results: readonly ToolResult[];
}

/** What the run does when the model calls no tool. */
export type NoToolOutcome =
  | { end: "done" }
  | { end: "no-progress"; why: string }
  /** Ask the model again with this text. */
  | { nextPrompt: string };

/** Where the loop sends what the model asks for. Every method may be implemented by a stranger. */
export interface ToolHandler {
  /**
   * Runs one call. A throw is answered to the model as an error result and never ends the run, unless the
   * signal is aborted.
   */
  dispatch(context: ToolContext): AsyncGenerator<ToolEvent, StepOutcome, void>;
  /** Replaces the loop's own no-tool step (see `noToolStep`). */
  noTool?(reply: Reply, context: { turn: number; attempts: number }): NoToolOutcome | Promise<NoToolOutcome>;
  /** Called after each turn; text returned here is the last block of the next user message. */
  turnEnd?(record: TurnRecord): string | undefined | Promise<string | undefined>;
}

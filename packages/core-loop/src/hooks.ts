import type { ChatRequest, Reply } from "./chat-client.js";
import type { LoopResult } from "./loop-event.js";
import type { ToolResult, UserMessage } from "./message.js";
import type { StepOutcome, ToolContext, TurnRecord } from "./tool.js";

/**
 * Points where a program can watch or change a run. They are awaited in order; a hook that throws ends the run
 * with that error.
 */
export interface LoopHooks {
  beforeRun?(input: UserMessage): void | Promise<void>;
  afterRun?(result: LoopResult): void | Promise<void>;
  beforeTurn?(turn: number): void | Promise<void>;
  afterTurn?(record: TurnRecord): void | Promise<void>;
  /** A returned request is sent instead. */
  beforeModelCall?(
    request: ChatRequest,
    turn: number,
  ): ChatRequest | undefined | void | Promise<ChatRequest | undefined | void>;
  afterModelCall?(reply: Reply, turn: number): void | Promise<void>;
  /** A returned outcome answers the call, which is then not dispatched. */
  beforeTool?(context: ToolContext): StepOutcome | undefined | void | Promise<StepOutcome | undefined | void>;
  afterTool?(result: ToolResult, context: ToolContext): void | Promise<void>;
}

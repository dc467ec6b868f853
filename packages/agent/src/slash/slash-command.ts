import type { ChatEvent } from "@genericagent/core-loop";
import type { GenericAgent } from "../generic-agent.js";
import type { RunOptions } from "../run-task.js";
import type { TaskInput } from "../task-input.js";

/** What a command comes to: something to show (Markdown), or a task to run. */
export type SlashResult = { text: string } | { task: TaskInput; options?: RunOptions };

/** One command that a user types with a slash before it. It knows no terminal, so any front end can offer it. */
export interface SlashCommand {
  /** Without the slash. */
  name: string;
  /** For example `/model [provider/model]`. */
  usage: string;
  description: string;
  /** May be called while a task runs. */
  whileRunning?: true;
  /** What may follow, for completion. */
  choices?(agent: GenericAgent): Promise<string[]>;
  /** An async generator where the answer comes in pieces. */
  run(args: string, agent: GenericAgent): Promise<SlashResult> | AsyncGenerator<ChatEvent, SlashResult, void>;
}

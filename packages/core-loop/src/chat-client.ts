import type { AssistantMessage, UserMessage } from "./message.js";
import type { ToolSpec } from "./tool.js";
import type { Usage } from "./usage.js";

/**
 * Why the *model* stopped. `length`: the output limit was reached, so a last call may be cut.
 * `paused`: the provider interrupted a long turn of its own and wants to be asked again.
 */
export type StopReason = "end-turn" | "tool-calls" | "length" | "stop-sequence" | "paused";

/** One whole answer of a model. Half answers are never returned: a cut stream throws. */
export interface Reply {
  message: AssistantMessage;
  stopReason: StopReason;
  usage: Usage;
  /** The model that answered, as `provider/model`, where the client knows it. */
  model?: string;
}

/** What happens while a model answers. */
export type ChatEvent =
  | { type: "text-delta"; text: string }
  | { type: "thinking-delta"; text: string }
  /** A piece of a call's arguments. The first one of a call may be empty: it says that the call began. */
  | { type: "tool-call-delta"; id: string; name: string; text: string }
  /** Everything shown of this answer so far is withdrawn; another answer follows or the call fails. */
  | { type: "void"; reason: string }
  /** The model is asked again after `delayMs`. */
  | { type: "retry"; attempt: number; delayMs: number; code: string; message: string }
  | Notice;

/** Something the user may want to know and a program may want to log: `code` is stable and kebab-case. */
export interface Notice {
  type: "notice";
  code: string;
  message: string;
  data?: unknown;
}

export interface ChatRequest {
  system: string;
  /** The new message only: the client keeps the history. */
  message: UserMessage;
  tools: readonly ToolSpec[];
  /** Describe the tools in full again, for clients that elide an unchanged description. */
  resetTools: boolean;
  signal: AbortSignal;
}

/**
 * The model as the loop sees it. The client owns the history and adds the message and the reply to it as one
 * unit, when the reply is whole. An abort throws `signal.reason`; every other failure throws a typed error.
 */
export interface ChatClient {
  chat(request: ChatRequest): AsyncGenerator<ChatEvent, Reply, void>;
}

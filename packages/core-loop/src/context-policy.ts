import type { Notice } from "./chat-client.js";
import type { Message, UserMessage } from "./message.js";
import type { ToolSpec } from "./tool.js";
import type { Usage } from "./usage.js";

/**
 * What a session asks to keep its requests inside a budget, and what `@genericagent/context` answers. A policy
 * belongs to one session.
 */
export interface ContextPolicy {
  /**
   * Called before each request. The session sends what comes back, and keeps that history when the answer is
   * whole. Throws a `GenericAgentError` with code `context-budget` when the request cannot be made to fit.
   */
  fit(request: PolicyRequest): FittedRequest;
  /** Called with the usage of a whole answer. */
  observe?(usage: Usage): Notice[];
  /** Called when the provider refused a request as too long: the next `fit` makes it smaller. */
  overflowed?(): void;
}

export interface PolicyRequest {
  system: string;
  tools: readonly ToolSpec[];
  history: readonly Message[];
  message: UserMessage;
}

export interface FittedRequest {
  history: readonly Message[];
  message: UserMessage;
  /** What was done to make it fit. */
  notices: Notice[];
}

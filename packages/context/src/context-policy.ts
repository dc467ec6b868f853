import type { Message, Notice, ToolSpec, Usage, UserMessage } from "@genericagent/core-loop";

/**
 * What a session needs to keep its requests inside a budget. It is written in the words of `core-loop` alone, so
 * that a session can take any object of this shape. A policy belongs to one session.
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
  /** `context-compressed`, `context-evicted`, `context-spilled`, `context-budget-changed`. */
  notices: Notice[];
}

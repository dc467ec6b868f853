import { GenericAgentError } from "@genericagent/core-loop";

export interface ContextErrorOptions {
  /** The part of the request that does not fit: `system`, `tools`, `message`, `history`, or `budget` itself. */
  part: "system" | "tools" | "message" | "history" | "budget";
  /** What the part costs. */
  tokens: number;
  /** What the whole request may cost. */
  budgetTokens: number;
  message: string;
}

/** A request that cannot be made to fit; it was not sent. */
export class ContextError extends GenericAgentError {
  override readonly name = "ContextError";
  readonly part: ContextErrorOptions["part"];
  readonly tokens: number;
  readonly budgetTokens: number;

  constructor({ part, tokens, budgetTokens, message }: ContextErrorOptions) {
    super({ code: "context-budget", message });
    this.part = part;
    this.tokens = tokens;
    this.budgetTokens = budgetTokens;
  }
}

import { GenericAgentError } from "@genericagent/core-loop";

export type RequestPart = "system" | "tools" | "message" | "history" | "budget";

export interface ContextErrorOptions {
  /** What does not fit, or `budget` where the budget itself is wrong. */
  part: RequestPart;
  /** What the part costs. */
  tokens: number;
  /** What the whole request may cost. */
  budgetTokens: number;
  message: string;
}

/** A request that cannot be made to fit; it was not sent. */
export class ContextError extends GenericAgentError {
  override readonly name = "ContextError";
  readonly part: RequestPart;
  readonly tokens: number;
  readonly budgetTokens: number;

  constructor({ part, tokens, budgetTokens, message }: ContextErrorOptions) {
    super({ code: "context-budget", message });
    this.part = part;
    this.tokens = tokens;
    this.budgetTokens = budgetTokens;
  }
}

/** For a budget that is none. */
export const budgetError = (maxTokens: number): ContextError =>
  new ContextError({
    part: "budget",
    tokens: 0,
    budgetTokens: maxTokens,
    message: `A context budget of ${maxTokens} tokens was asked for; it must be above zero.`,
  });

/** For a request whose largest remaining part is `part`. */
export const refusalError = (
  part: RequestPart,
  tokens: number,
  total: number,
  budgetTokens: number,
): ContextError =>
  new ContextError({
    part,
    tokens,
    budgetTokens,
    message:
      `The request was not sent: it may need ${total} tokens and the budget is ${budgetTokens}. ` +
      `The largest part that cannot be made smaller is the ${part}, about ${tokens} tokens. ` +
      ADVICE[part],
  });

const ADVICE: Record<RequestPart, string> = {
  system: "Shorten the system prompt or raise the budget.",
  tools: "Offer fewer tools or raise the budget.",
  message: "Send it in smaller parts or raise the budget.",
  history: "Start a new session or raise the budget.",
  budget: "",
};

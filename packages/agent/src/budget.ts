import { addUsage, emptyUsage, type LoopEvent, type Usage } from "@genericagent/core-loop";
import { costOf } from "@genericagent/llm/models";
import { AgentError } from "./agent-error.js";

/** What a run may spend at most. It ends before the model call that would come after. */
export interface Budget {
  /** Input and output tokens together, cached ones included. */
  tokens?: number;
  /** US dollars; models whose price is not known count as free. */
  usd?: number;
}

/** Counts what a run spends. */
export class Spending {
  usage: Usage = emptyUsage();
  usd = 0;
  #budget: Budget;

  constructor(budget: Budget = {}) {
    this.#budget = budget;
  }

  /** @throws AgentError `budget-spent` when another model call would begin though the budget is used up. */
  see(event: LoopEvent): void {
    if (event.type === "reply") {
      this.usage = addUsage(this.usage, event.usage);
      this.usd += costOf(event.usage, event.model) ?? 0;
    }
    if (event.type === "turn-start" && this.#isSpent)
      throw new AgentError(
        "budget-spent",
        `The run stopped before turn ${event.turn}: its budget is spent (${this.#words}). Raise it, then: ga resume`,
      );
  }

  get #isSpent(): boolean {
    const { tokens = Number.POSITIVE_INFINITY, usd = Number.POSITIVE_INFINITY } = this.#budget;
    return tokensOf(this.usage) >= tokens || this.usd >= usd;
  }

  get #words(): string {
    const { tokens, usd } = this.#budget;
    return [
      ...(tokens === undefined ? [] : [`${tokensOf(this.usage)} of ${tokens} tokens`]),
      ...(usd === undefined ? [] : [`$${this.usd.toFixed(4)} of $${usd}`]),
    ].join(", ");
  }
}

export const tokensOf = ({ inputTokens, outputTokens }: Usage): number => inputTokens + outputTokens;

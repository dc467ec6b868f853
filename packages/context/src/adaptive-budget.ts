/** What a request may cost, in tokens: the report's 30 K at first, up to 60 K where a run needs it, down to 10 K. */
export const BUDGET_TOKENS = { min: 10_000, start: 30_000, max: 60_000 } as const;

/** What shows that a run depends on what is far back. */
export type LongDependency = "evicted-call-repeated" | "spilled-file-read" | "checkpoint-nearly-full";

export interface BudgetChange {
  from: number;
  to: number;
  reason: LongDependency | "no-long-dependency";
}

const GROW = 1.5;
const SHRINK = 0.8;
/** Turns without a sign before the budget shrinks: four steps of stage 2. */
const QUIET_TURNS = 20;
/** Turns between two rises, so that one re-read of many files counts once. */
const REST_TURNS = 5;

export interface AdaptiveBudgetOptions {
  startTokens?: number;
  minTokens?: number;
  /** Never more than the model's context window leaves for a prompt. */
  maxTokens?: number;
}

/** The budget of one run: it grows when the run shows long dependencies and shrinks when it shows none. */
export class AdaptiveBudget {
  tokens: number;
  readonly #min: number;
  readonly #max: number;
  #quietTurns = 0;
  #restTurns = 0;

  constructor(options: AdaptiveBudgetOptions = {}) {
    this.#max = options.maxTokens ?? BUDGET_TOKENS.max;
    this.#min = Math.min(options.minTokens ?? BUDGET_TOKENS.min, this.#max);
    this.tokens = this.#clamp(options.startTokens ?? BUDGET_TOKENS.start);
  }

  /** Called once a turn with the sign that was seen in it, if any. Says what changed. */
  turn(sign?: LongDependency): BudgetChange | undefined {
    this.#restTurns = Math.max(0, this.#restTurns - 1);
    if (sign) {
      this.#quietTurns = 0;
      if (this.#restTurns > 0) return undefined;
      this.#restTurns = REST_TURNS;
      return this.#change(GROW, sign);
    }
    if (++this.#quietTurns < QUIET_TURNS) return undefined;
    this.#quietTurns = 0;
    return this.#change(SHRINK, "no-long-dependency");
  }

  #change(factor: number, reason: BudgetChange["reason"]): BudgetChange | undefined {
    const from = this.tokens;
    this.tokens = this.#clamp(Math.round(from * factor));
    return this.tokens === from ? undefined : { from, to: this.tokens, reason };
  }

  #clamp(tokens: number): number {
    return Math.min(this.#max, Math.max(this.#min, tokens));
  }
}

import { estimateTokens } from "./estimate-tokens.js";

export interface Limits {
  maxChars?: number | undefined;
  budgetTokens?: number | undefined;
}

/** Measures text against one limit or both at once; the sum of the parts is never less than the whole. */
export class Meter {
  readonly limit: number;

  constructor(private readonly limits: Limits) {
    const { maxChars = Infinity, budgetTokens = Infinity } = limits;
    this.limit = maxChars === Infinity && budgetTokens === Infinity ? Infinity : 1;
  }

  cost(text: string): number {
    const { maxChars, budgetTokens } = this.limits;
    const chars = maxChars === undefined ? 0 : share(text.length, maxChars);
    return budgetTokens === undefined ? chars : Math.max(chars, share(estimateTokens(text), budgetTokens));
  }

  /** Told without joining the texts: a break between two is worth less than a token. */
  surelyOver(texts: readonly string[]): boolean {
    const { maxChars = Infinity, budgetTokens = Infinity } = this.limits;
    let [chars, tokens] = [0, 0];
    for (const text of texts) {
      chars += text.length;
      if (budgetTokens !== Infinity) tokens += Math.max(0, estimateTokens(text) - 1);
      if (chars > maxChars || tokens > budgetTokens) return true;
    }
    return false;
  }

  fits(text: string): boolean {
    return this.limit === Infinity || this.cost(text) <= 1;
  }
}

const share = (size: number, limit: number): number => (limit > 0 ? size / limit : size > 0 ? Infinity : 0);

import { type Budget, tokensOf } from "../budget.js";
import type { JobResult } from "./conductor-options.js";

/** Shares a budget out among jobs that run side by side, so that together they cannot exceed it. */
export class Allowance {
  #budget: Budget;
  #perJob: Budget;
  #spent = { tokens: 0, usd: 0 };
  #reserved = new Map<string, Budget>();

  constructor(budget: Budget = {}, perJob: Budget = {}) {
    this.#budget = budget;
    this.#perJob = perJob;
  }

  /** What a job may spend, taken out of what is left; `undefined` where nothing is. */
  reserve(id: string, freeSlots: number): Budget | undefined {
    const cap: Budget = {};
    for (const kind of ["tokens", "usd"] as const) {
      const left = this.#left(kind);
      if (left <= 0) return undefined;
      const share = this.#perJob[kind] ?? left / Math.max(1, freeSlots);
      if (Number.isFinite(share)) cap[kind] = Math.min(share, left);
    }
    this.#reserved.set(id, cap);
    return cap;
  }

  /** What it did not spend is free again. */
  settle({ id, usage, costUsd = 0 }: JobResult): void {
    this.#reserved.delete(id);
    this.#spent.tokens += tokensOf(usage);
    this.#spent.usd += costUsd;
  }

  release(id: string): void {
    this.#reserved.delete(id);
  }

  #left(kind: "tokens" | "usd"): number {
    const limit = this.#budget[kind] ?? Number.POSITIVE_INFINITY;
    const reserved = [...this.#reserved.values()].reduce((sum, cap) => sum + (cap[kind] ?? 0), 0);
    return limit - this.#spent[kind] - reserved;
  }
}

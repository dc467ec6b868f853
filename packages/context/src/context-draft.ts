import type { ImageBlock, Message, UserMessage } from "@genericagent/core-loop";
import { compressTags, hasAnchor } from "./compress-tags.js";
import { budgetError, type ContextError, refusalError } from "./context-error.js";
import { evict } from "./evict.js";
import type { ContextBudget, ContextRequest, FittedContext } from "./fit-context.js";
import { leaveOutImages } from "./leave-out-images.js";
import { addParts, type Parts } from "./parts.js";
import { type Spilled, spillLarge } from "./spill-large.js";
import { type HistoryEstimate, TokenEstimator } from "./token-estimator.js";

/** A request while `fitContext` makes it fit: applies the stages, counts, and notes what each one did. */
export class ContextDraft {
  /** What the request may cost in the estimator's uncalibrated tokens, the safety margin taken off. */
  readonly limit: number;
  readonly #estimator: TokenEstimator;
  readonly #request: ContextRequest;
  readonly #budget: ContextBudget;
  readonly #fixed: number;
  readonly #spilled: Spilled[] = [];
  #history: readonly Message[];
  #message: UserMessage;
  #estimate: HistoryEstimate;
  #compressed = 0;
  #evicted = 0;

  constructor(request: ContextRequest, budget: ContextBudget) {
    if (!(budget.maxTokens > 0)) throw budgetError(budget.maxTokens);
    this.#estimator = budget.estimator ?? new TokenEstimator();
    this.#request = request;
    this.#budget = budget;
    this.#history = request.history;
    this.#message = request.message;
    this.limit = budget.maxTokens / (this.#estimator.margin * this.#estimator.ratio);
    this.#fixed = this.#estimator.text(request.system) + this.#estimator.tools(request.tools);
    this.#estimate = this.#estimator.history(this.#history);
  }

  total(): number {
    return this.#fixed + this.#estimate.total + this.#estimator.message(this.#message);
  }

  /** Stage 2 on the whole history, unless it saves less than `minGain` tokens. */
  compress(exempt: number, minGain = 0): void {
    const before = this.#history;
    const tokens = this.#estimate.total;
    this.#setHistory(compressTags(before, { exempt, anchorFollows: hasAnchor(this.#message) }));
    if (tokens - this.#estimate.total < minGain) {
      this.#setHistory(before);
      return;
    }
    for (const [index, message] of this.#history.entries()) if (message !== before[index]) this.#compressed++;
  }

  /** Stage 2 on the working memory of the last message of the user alone, where the new message brings a newer one. */
  compressLastAnchor(): void {
    const index = this.#history.findLastIndex(({ role }) => role === "user");
    if (index < 0 || !hasAnchor(this.#message)) return;
    const [last] = compressTags([this.#history[index]!], { exempt: 1 });
    if (last && last !== this.#history[index]) this.#setHistory(this.#history.with(index, last));
  }

  /** Stage 3: drops turns until the history takes no more than a share of the room that the fixed part leaves. */
  evict(toShare: number, earlierShare: number): void {
    const fixed = this.#fixed + this.#estimator.message(this.#message);
    const shorter = evict(this.#history, {
      target: toShare * Math.max(0, this.limit - fixed),
      measure: (message) => this.#estimator.message(message),
      message: this.#message,
      earlier: { max: earlierShare * this.limit, measure: (line) => this.#estimator.piece(line) },
    });
    if (shorter === this.#history) return;
    const before = new Set(this.#history);
    const kept = shorter.filter((message) => before.has(message)).length;
    this.#evicted += this.#history.length - kept;
    this.#setHistory(shorter);
  }

  /** Spills each text that costs more than a share of the budget, in the history and in the new message. */
  spill(share: number): void {
    const overTokens = Math.max(MIN_LARGE_TOKENS, share * this.limit);
    const shorten = <M extends Message>(message: M): M =>
      this.#estimator.message(message) <= overTokens
        ? message
        : (spillLarge(message, {
            isLarge: (text) =>
              text.length * MAX_TOKENS_PER_CHAR > overTokens && this.#estimator.piece(text) > overTokens,
            keepChars: Math.floor(overTokens / MAX_TOKENS_PER_CHAR),
            spill: this.#budget.spill,
            onSpill: (spilled) => this.#spilled.push(spilled),
          }) ?? message);
    this.#change(shorten);
  }

  leaveOutImages(isLeftOut: (image: ImageBlock) => boolean): void {
    const leaveOut = <M extends Message>(message: M): M =>
      leaveOutImages(message, isLeftOut, (spilled) => this.#spilled.push(spilled)) ?? message;
    this.#message = leaveOut(this.#message);
    let history: Message[] | undefined;
    for (const index of this.#estimate.withImages) {
      const without = leaveOut(this.#history[index]!);
      if (without === this.#history[index]) continue;
      history ??= [...this.#history];
      history[index] = without;
    }
    if (history) this.#setHistory(history);
  }

  fitted(): FittedContext {
    return {
      history: this.#history,
      message: this.#message,
      parts: this.#parts(),
      compressed: this.#compressed,
      evicted: this.#evicted,
      spilled: this.#spilled,
    };
  }

  /** The error that names the largest part of what could not be made smaller. */
  refusal(): ContextError {
    const { system, tools } = this.#request;
    const sizes = {
      system: this.#estimator.text(system),
      tools: this.#estimator.tools(tools),
      message: this.#estimator.message(this.#message),
      history: this.#estimate.total,
    };
    const [part, size] = (Object.entries(sizes) as [keyof typeof sizes, number][]).reduce((largest, entry) =>
      entry[1] > largest[1] ? entry : largest,
    );
    const total = this.#real(this.total() * this.#estimator.margin);
    return refusalError(part, this.#real(size), total, this.#budget.maxTokens);
  }

  #parts(): Parts {
    const { system, index = "", tools } = this.#request;
    const parts = this.#estimator.parts(system, index, tools, this.#message);
    addParts(parts, this.#estimate.parts);
    for (const name of Object.keys(parts) as (keyof Parts)[]) parts[name] = this.#real(parts[name]);
    return parts;
  }

  #real(tokens: number): number {
    return Math.round(tokens * this.#estimator.ratio);
  }

  #change(shorten: <M extends Message>(message: M) => M): void {
    this.#message = shorten(this.#message);
    let changed = false;
    const history = this.#history.map((message) => {
      const shorter = shorten(message);
      if (shorter !== message) changed = true;
      return shorter;
    });
    if (changed) this.#setHistory(history);
  }

  #setHistory(history: readonly Message[]): void {
    if (history === this.#history) return;
    this.#history = history;
    this.#estimate = this.#estimator.history(history);
  }
}

/** A text below this is never cut to make room: what is left of it would say nothing. */
const MIN_LARGE_TOKENS = 150;

/** The most tokens a UTF-16 code unit costs in any byte-level tokenizer: the three bytes of its UTF-8. */
const MAX_TOKENS_PER_CHAR = 3;

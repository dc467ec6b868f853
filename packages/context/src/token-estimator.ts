import type { Message, ToolSpec } from "@genericagent/core-loop";
import { ANCHOR_START } from "./anchor-prompt.js";
import { EARLIER_START } from "./earlier-turns.js";
import { familyOf, type TokenEstimate, tokenEstimate } from "./estimate-tokens.js";
import { HistorySum, type MessageEstimate } from "./history-sum.js";
import { type ImageRules, imageTokens } from "./image-tokens.js";
import type { Block } from "./map-content.js";
import { addParts, noParts, type PartName, type Parts, totalOf } from "./parts.js";

export interface EstimatorOptions {
  /** The model's name, for its tokenizer family. */
  model?: string;
  imageRules?: ImageRules;
  /** A real tokenizer, where the host has one: then nothing is estimated and no safety margin is kept. */
  count?: (text: string) => number;
  /** The ratio an earlier part of this session ended with; see `TokenEstimator.ratio`. */
  ratio?: number;
}

/** Wrapping of a message and of a call or result on the wire: 4 by OpenAI's cookbook, 8 measured on JSON wires. */
const MESSAGE_TOKENS = 4;
const BLOCK_TOKENS = 8;

const REMEMBERED_TEXTS = 32;

/** How far usage can move the estimate: a count 2.5 times too high or too low is corrected in full, no more. */
const RATIO = { min: 0.4, max: 2.5 };
/** Smaller requests are mostly the provider's own wrapping and say little. */
const MIN_OBSERVED_TOKENS = 1_000;
/** Of a fall, this much is taken over at once; a rise is taken over whole, because too low is the dangerous side. */
const FALL = 0.3;

/**
 * A budget of `n` real tokens is filled with `n / 1.15` expected ones. A request is a sum of many texts, so what
 * counts is the error of a kind of text, not of a text: the worst kinds of real text cost 1.14 times what is expected
 * (Romanian, minified code, Latin noise). No estimate without a vocabulary bounds every text, so until usage has come
 * back the `spread` is reckoned in full: then 100 000 random histories, a third of them noise in some script,
 * stay below their budgets by o200k (`bench/context`). Afterwards the usage itself corrects the count.
 */
const SAFETY_MARGIN = 1.15;

export interface HistoryEstimate {
  /** What to reckon with. */
  total: number;
  /** What is expected. */
  parts: Parts;
  /** Where the messages with images stand. */
  withImages: readonly number[];
}

/**
 * Counts tokens for one session and learns from the usage that comes back. The counts are in the estimator's own
 * tokens; times `ratio` they are the model's. Messages that were counted must not be changed.
 */
export class TokenEstimator {
  /** Real tokens for each estimated one, as seen so far. */
  ratio: number;
  /** A budget of `n` real tokens holds `n / (margin * ratio)` estimated ones. */
  readonly margin: number;
  readonly #count: (text: string) => TokenEstimate;
  readonly #imageRules: ImageRules;
  readonly #messages = new WeakMap<Message, MessageEstimate>();
  readonly #tools = new WeakMap<readonly ToolSpec[], TokenEstimate>();
  readonly #texts = new Map<string, TokenEstimate>();
  readonly #lastHistory = new HistorySum();
  /** How much of the spread is reckoned with: all of it until usage has been seen. */
  #caution: 0 | 1;

  constructor({ model = "", imageRules, count, ratio }: EstimatorOptions = {}) {
    const family = familyOf(model);
    this.#count = count
      ? (text) => ({ expected: count(text), spread: 0 })
      : (text) => tokenEstimate(text, family);
    this.#imageRules = imageRules ?? imageRulesOf(model);
    this.margin = count ? 1 : SAFETY_MARGIN;
    this.ratio = bounded(ratio ?? 1);
    this.#caution = ratio === undefined ? 1 : 0;
  }

  /** What to reckon with for a message. */
  message(message: Message): number {
    return this.#sum(this.#measured(message));
  }

  /** What to reckon with for a text that is asked for every turn, such as the system prompt: it is remembered. */
  text(text: string): number {
    return this.#sum(this.#remembered(text));
  }

  /** What to reckon with for a piece of a message: it is not remembered. */
  piece(text: string): number {
    return this.#sum(this.#count(text));
  }

  /** What to reckon with for the descriptions of the tools. */
  tools(tools: readonly ToolSpec[]): number {
    return this.#sum(this.#toolEstimate(tools));
  }

  /** A whole history at once; one that only grew since last time costs no more than what is new. */
  history(messages: readonly Message[]): HistoryEstimate {
    const sum = this.#lastHistory;
    sum.moveTo(messages, (message) => this.#measured(message));
    return { total: this.#sum(sum), parts: { ...sum.parts }, withImages: sum.withImages.slice() };
  }

  /** The expected parts of what is sent with a history. `index` is the part of `system` that is the memory index. */
  parts(system: string, index: string, tools: readonly ToolSpec[], message: Message): Parts {
    const parts = noParts();
    parts.index = index === "" ? 0 : this.#remembered(index).expected;
    parts.system = Math.max(0, this.#remembered(system).expected - parts.index);
    parts.tools = this.#toolEstimate(tools).expected;
    addParts(parts, this.#measured(message).parts);
    return parts;
  }

  /**
   * Takes over what the provider counted for a request that was expected to cost `expected`. A count far below that
   * is no count of the whole request: some servers report nothing, or leave out what they had cached.
   */
  calibrate(expected: number, actual: number): void {
    if (expected < MIN_OBSERVED_TOKENS || !(actual >= RATIO.min * expected)) return;
    const seen = bounded(actual / expected);
    this.ratio = seen > this.ratio ? seen : this.ratio + (seen - this.ratio) * FALL;
    this.#caution = 0;
  }

  /** Takes every count to be this many times higher: after a provider refused a request as too long. */
  raise(factor: number): void {
    this.ratio = bounded(this.ratio * factor);
  }

  #sum({ expected, spread }: TokenEstimate): number {
    return expected + this.#caution * spread;
  }

  #remembered(text: string): TokenEstimate {
    const known = this.#texts.get(text);
    if (known !== undefined) return known;
    if (this.#texts.size >= REMEMBERED_TEXTS) this.#texts.clear();
    const estimate = this.#count(text);
    this.#texts.set(text, estimate);
    return estimate;
  }

  #toolEstimate(tools: readonly ToolSpec[]): TokenEstimate {
    const known = this.#tools.get(tools);
    if (known) return known;
    const { expected, spread } = this.#count(JSON.stringify(tools));
    const estimate = { expected: expected + BLOCK_TOKENS * tools.length, spread };
    this.#tools.set(tools, estimate);
    return estimate;
  }

  #measured(message: Message): MessageEstimate {
    const known = this.#messages.get(message);
    if (known) return known;
    const parts = noParts();
    parts[message.role] += MESSAGE_TOKENS;
    let spread = 0;
    const add = (part: PartName, text: string, wrapping = 0): void => {
      const estimate = this.#count(text);
      parts[part] += estimate.expected + wrapping;
      spread += estimate.spread;
    };
    for (const block of message.content as Block[]) this.#add(block, message.role, parts, add);
    const measured = { message, parts, expected: totalOf(parts), spread };
    this.#messages.set(message, measured);
    return measured;
  }

  #add(block: Block, role: Message["role"], parts: Parts, add: AddText): void {
    if (block.type === "text") add(textPart(block.text, role), block.text);
    else if (block.type === "image") parts.images += imageTokens(block, this.#imageRules);
    else if (block.type === "thinking") add("thinking", block.text + (block.signature ?? ""));
    else if (block.type === "tool-call")
      add("calls", `${block.name}${block.invalidArgs ?? JSON.stringify(block.args)}`, BLOCK_TOKENS);
    else {
      parts.results += BLOCK_TOKENS;
      for (const content of block.content)
        if (content.type === "image") parts.images += imageTokens(content, this.#imageRules);
        else add("results", content.text);
    }
  }
}

type AddText = (part: PartName, text: string, wrapping?: number) => void;

const bounded = (ratio: number): number => Math.min(RATIO.max, Math.max(RATIO.min, ratio));

function textPart(text: string, role: Message["role"]): PartName {
  if (role === "assistant") return "assistant";
  if (text.startsWith(ANCHOR_START)) return "anchor";
  return text.startsWith(EARLIER_START) ? "earlier" : "user";
}

const imageRulesOf = (model: string): ImageRules =>
  /claude|anthropic/i.test(model) ? "anthropic" : /gpt|openai/i.test(model) ? "openai" : "largest";

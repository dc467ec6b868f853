import type { Message } from "@genericagent/core-loop";
import { addParts, noParts, type Parts } from "./parts.js";

export interface MessageEstimate {
  message: Message;
  parts: Parts;
  expected: number;
  spread: number;
}

/** The sum over a history that mostly grows at its end: then only the new messages are added. */
export class HistorySum {
  parts = noParts();
  expected = 0;
  spread = 0;
  /** Where the messages with images stand. */
  withImages: number[] = [];
  #estimates: MessageEstimate[] = [];

  /** Takes the sum to another history; `estimate` is asked for messages that did not stand there before. */
  moveTo(messages: readonly Message[], estimate: (message: Message) => MessageEstimate): void {
    const known = this.#estimates;
    let same = 0;
    while (same < known.length && known[same]!.message === messages[same]) same++;
    if (same < known.length) this.#restart();
    for (let index = this.#estimates.length; index < messages.length; index++) {
      const message = messages[index]!;
      const before = known[index];
      this.#add(before?.message === message ? before : estimate(message));
    }
  }

  #restart(): void {
    this.parts = noParts();
    this.expected = 0;
    this.spread = 0;
    this.withImages = [];
    this.#estimates = [];
  }

  #add(estimate: MessageEstimate): void {
    if (estimate.parts.images > 0) this.withImages.push(this.#estimates.length);
    this.#estimates.push(estimate);
    this.expected += estimate.expected;
    this.spread += estimate.spread;
    addParts(this.parts, estimate.parts);
  }
}

import type { Message, Wire } from "@genericagent/core-loop";
import { HistoryRepair } from "./history-repair.js";

/**
 * Repairs a history that grows: messages that were looked at before, known by their identity, are not looked at
 * again. Whoever changes a message must put a new object in its place.
 */
export class RepairMemo {
  #repair: HistoryRepair;
  #seen: Message[] = [];

  constructor(
    private readonly wire: Wire,
    private readonly provider: string,
  ) {
    this.#repair = new HistoryRepair(wire, provider);
  }

  /** The messages as the wire accepts them; the array given where nothing is wrong. */
  repair(messages: readonly Message[]): readonly Message[] {
    if (!this.#seen.every((message, index) => message === messages[index])) {
      this.#repair = new HistoryRepair(this.wire, this.provider);
      this.#seen = [];
    }
    for (const message of messages.slice(this.#seen.length)) {
      this.#repair.push(message);
      this.#seen.push(message);
    }
    return this.#repair.repaired(messages).messages;
  }
}

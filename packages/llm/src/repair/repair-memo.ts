import type { Message, Wire } from "@genericagent/core-loop";
import { HistoryRepair } from "./history-repair.js";

/**
 * Repairs a history that grows: messages that were looked at before, known by their identity, are not looked at
 * again. Whoever changes a message must put a new object in its place.
 */
export class RepairMemo {
  #repair: HistoryRepair;
  #seen: readonly Message[] = [];

  constructor(
    private readonly wire: Wire,
    private readonly provider: string,
  ) {
    this.#repair = new HistoryRepair(wire, provider);
  }

  /** The messages as the wire accepts them; the array given where nothing is wrong. It must not be changed later. */
  repair(messages: readonly Message[]): readonly Message[] {
    if (!this.#seen.every((message, index) => message === messages[index])) {
      this.#repair = new HistoryRepair(this.wire, this.provider);
      this.#seen = [];
    }
    for (let index = this.#seen.length; index < messages.length; index++) this.#repair.push(messages[index]);
    this.#seen = messages;
    return this.#repair.repaired(messages).messages;
  }
}

import type { Message, Notice, Wire } from "@genericagent/core-loop";
import { HistoryRepair } from "./history-repair.js";
import type { RepairChange, RepairCode } from "./repair-change.js";
import { repairNotice } from "./repair-notice.js";

/** Messages as the wire accepts them. */
export interface MemoRepair {
  /** The array given where nothing is wrong. */
  messages: readonly Message[];
  /** Tells of kinds of changes that were not told before. */
  notice?: Notice;
}

/**
 * Repairs a history that grows: messages that were looked at before, known by their identity, are not looked at
 * again. Whoever changes a message must put a new object in its place.
 */
export class RepairMemo {
  #repair: HistoryRepair;
  #seen: Message[] = [];
  readonly #told = new Set<RepairCode>();

  constructor(
    private readonly wire: Wire,
    private readonly provider: string,
  ) {
    this.#repair = new HistoryRepair(wire, provider);
  }

  repair(messages: readonly Message[]): MemoRepair {
    if (!this.#seen.every((message, index) => message === messages[index])) {
      this.#repair = new HistoryRepair(this.wire, this.provider);
      this.#seen = [];
    }
    for (const message of messages.slice(this.#seen.length)) {
      this.#repair.push(message);
      this.#seen.push(message);
    }
    const repaired = this.#repair.repaired(messages);
    const notice = repairNotice(this.#news(repaired.changes));
    return { messages: repaired.messages, ...(notice && { notice }) };
  }

  #news(changes: readonly RepairChange[]): RepairChange[] {
    const news = changes.filter(({ code }) => !this.#told.has(code));
    for (const { code } of news) this.#told.add(code);
    return news;
  }
}

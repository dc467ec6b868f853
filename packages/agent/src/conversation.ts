import type { Ledger, WorkingMemory } from "@genericagent/context";
import {
  type AssistantMessage,
  type Message,
  type ToolCall,
  type ToolResult,
  text,
  toolCallsOf,
  type UserBlock,
  type UserMessage,
} from "@genericagent/core-loop";
import type { JournalEntry, JournalHeader } from "./journal-entry.js";

/**
 * Where a conversation stands, folded from its journal: the whole turns as history, and what the model has not
 * seen yet. The same fold serves a live session and one read back after a crash.
 */
export class Conversation {
  header: JournalHeader | undefined;
  /** Whole turns only: each message of the user with its reply. */
  readonly history: Message[] = [];
  /** The working memory after the last whole turn. */
  readonly memory: WorkingMemory = { turn: 0, summaries: [] };
  /** What each request cost, in order. */
  readonly ledgers: Ledger[] = [];
  /** How the last run ended; `undefined` while one is running or after a crash. */
  ended: Extract<JournalEntry, { type: "run-end" }>["reason"] | undefined;
  #sent: UserMessage | undefined;
  #started = new Set<string>();
  #results = new Map<string, ToolResult>();

  apply(entry: JournalEntry): void {
    switch (entry.type) {
      case "session":
        this.header = entry;
        break;
      case "message":
        this.#sent = entry.message;
        this.ended = undefined;
        break;
      case "reply":
        if (this.#sent) this.history.push(this.#sent, entry.message);
        this.#sent = undefined;
        this.#started.clear();
        this.#results.clear();
        break;
      case "tool-start":
        this.#started.add(entry.call.id);
        break;
      case "tool-end":
        this.#results.set(entry.result.callId, entry.result);
        break;
      case "turn-end":
        this.#remember(entry);
        break;
      case "ledger":
        this.ledgers.push(entry.ledger);
        break;
      case "run-end":
        this.ended = entry.reason;
        break;
    }
  }

  /**
   * What must stand first in the next message: a message that got no answer as it was, else one result for each
   * call of the last reply: the true one, or that it was cut off, or that it never ran.
   */
  pending(): UserBlock[] {
    if (this.#sent) return this.#sent.content;
    const last = this.history.at(-1);
    if (last?.role !== "assistant") return [];
    return toolCallsOf(last as AssistantMessage).map((call) => this.#resultOf(call));
  }

  #remember({ turn, summary, task, keyInfo }: Extract<JournalEntry, { type: "turn-end" }>): void {
    this.memory.turn = turn;
    if (task !== undefined) this.memory.task = task;
    if (summary) {
      const done = { turn, text: summary, ...(task !== undefined && { task }) };
      this.memory.summaries = [...this.memory.summaries, done];
    }
    if (keyInfo !== undefined) this.memory.keyInfo = keyInfo;
  }

  #resultOf(call: ToolCall): ToolResult {
    const result = this.#results.get(call.id);
    if (result) return result;
    const why = this.#started.has(call.id)
      ? "Interrupted, state unknown: the run was cut off while this call ran. Check what it did before repeating it."
      : "Not run: the run ended before this call.";
    return { type: "tool-result", callId: call.id, name: call.name, content: [text(why)], isError: true };
  }
}

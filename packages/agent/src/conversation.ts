import type { Ledger, TurnSummary, WorkingMemory } from "@genericagent/context";
import {
  type AssistantMessage,
  type Message,
  type Reply,
  type ToolCall,
  type ToolResult,
  text,
  toolCallsOf,
  type UserBlock,
  type UserMessage,
} from "@genericagent/core-loop";
import { type ConversationMark, fileChange, type TakenBack } from "./conversation-mark.js";
import type { FileChange } from "./file-image.js";
import type { JournalEntry, JournalHeader, RunEndReason } from "./journal-entry.js";

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
  /** What each request cost, in order; a rewind takes none of it back. */
  readonly ledgers: Ledger[] = [];
  /** What each answer used, in order; a rewind takes none of it back. */
  readonly spent: Pick<Reply, "usage" | "model">[] = [];
  /** What the file tools changed, in order. */
  readonly changes: FileChange[] = [];
  /** The last rewind, as long as nothing followed it. */
  takenBack: TakenBack | undefined;
  /** How the last run ended; `undefined` while one is running or after a crash. */
  ended: RunEndReason | undefined;
  #sent: UserMessage | undefined;
  #started: ReadonlySet<string> = new Set();
  #results: ReadonlyMap<string, ToolResult> = new Map();
  /** How things stood after each whole turn; the first is the empty conversation. */
  #marks: ConversationMark[] = [];

  /** Whole turns so far. */
  get turns(): number {
    return this.history.length / 2;
  }

  /** The turns after which a run began, the first task's (0) included. */
  get taskStarts(): number[] {
    return this.#marks.flatMap((mark, turn) => (turn === 0 || mark.ended !== undefined ? [turn] : []));
  }

  apply(entry: JournalEntry): void {
    switch (entry.type) {
      case "session":
        this.header = entry;
        break;
      case "message":
        this.#marks[this.turns] ??= this.#mark();
        this.#sent = entry.message;
        this.ended = undefined;
        this.takenBack = undefined;
        break;
      case "reply":
        if (this.#sent) this.history.push(this.#sent, entry.message);
        this.spent.push({ usage: entry.usage, ...(entry.model !== undefined && { model: entry.model }) });
        this.#sent = undefined;
        this.#started = new Set();
        this.#results = new Map();
        break;
      case "tool-start":
        this.#started = new Set([...this.#started, entry.call.id]);
        break;
      case "tool-end":
        this.#results = new Map([...this.#results, [entry.result.callId, entry.result]]);
        break;
      case "file-before":
        this.changes.push({ callId: entry.callId, turn: this.turns, before: entry.image });
        break;
      case "file-after":
        fileChange(this.changes, entry.callId).after = entry.image;
        break;
      case "turn-end":
        this.#remember(entry);
        break;
      case "key-info":
        this.memory.keyInfo = entry.keyInfo;
        break;
      case "ledger":
        this.ledgers.push(entry.ledger);
        break;
      case "run-end":
        this.ended = entry.reason;
        break;
      case "rewind":
        this.#rewind(entry.turn, entry.files);
        break;
      case "rewind-undone":
        this.#undoRewind();
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

  #mark(): ConversationMark {
    const { memory, ended } = this;
    const [sent, started, results] = [this.#sent, this.#started, this.#results];
    const summaries = memory.summaries.length;
    return { memory: { ...memory }, summaries, changes: this.changes.length, ended, sent, started, results };
  }

  #rewind(turn: number, files: TakenBack["files"]): void {
    const mark = this.#marks[turn];
    if (!mark) return;
    this.takenBack = {
      ...{ turn, files, state: this.#mark(), marks: this.#marks.splice(turn + 1) },
      ...{ history: this.history.splice(2 * turn), changes: this.changes.splice(mark.changes) },
    };
    this.#restore(mark);
  }

  #undoRewind(): void {
    if (!this.takenBack) return;
    const { history, marks, changes, state } = this.takenBack;
    this.history.push(...history);
    this.#marks.push(...marks);
    this.changes.push(...changes);
    this.#restore(state);
    this.takenBack = undefined;
  }

  #restore({ memory, summaries, ended, sent, started, results }: ConversationMark): void {
    for (const key of ["keyInfo", "task"] as const) delete this.memory[key];
    Object.assign(this.memory, memory, { summaries: memory.summaries.slice(0, summaries) });
    this.ended = ended;
    this.#sent = sent;
    this.#started = started;
    this.#results = results;
  }

  #remember({ turn, summary, task, keyInfo }: Extract<JournalEntry, { type: "turn-end" }>): void {
    this.memory.turn = turn;
    if (task !== undefined) this.memory.task = task;
    if (summary) {
      const done = { turn, text: summary, ...(task !== undefined && { task }) };
      (this.memory.summaries as TurnSummary[]).push(done);
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

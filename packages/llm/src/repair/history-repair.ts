import type { Message, ToolCall, ToolResult, UserBlock, Wire } from "@genericagent/core-loop";
import { type CallEntry, CallLedger } from "./call-ledger.js";
import { type Draft, messageOf, withoutTrailingSpace } from "./draft.js";
import { missingResult, placeholder, quoteResult, sameContent } from "./filler.js";
import { type Block, type Role, readMessage } from "./read-message.js";
import type { RepairChange, RepairCode } from "./repair-change.js";
import { repairThinking, type ThinkingRules } from "./repair-thinking.js";
import { WIRE_LIMITS } from "./wire-limits.js";

/**
 * Reads a history message by message and holds it in the form that a wire accepts. A message costs the same
 * however many came before it.
 */
export class HistoryRepair {
  /** Messages that are closed: the draft follows them, with the other role. */
  readonly #done: Message[] = [];
  readonly #changes: RepairChange[] = [];
  readonly #calls: CallLedger;
  readonly #thinking: ThinkingRules;
  #draft: Draft | undefined;
  #index = -1;
  /** Counts what was done to the message at hand. */
  #touched = 0;

  constructor(
    private readonly wire: Wire,
    provider: string | undefined,
  ) {
    this.#calls = new CallLedger(WIRE_LIMITS[wire]);
    this.#thinking = { wire, provider, seen: new Set() };
  }

  /** Adds the next message, which may be anything at all. */
  push(value: unknown): void {
    this.#index++;
    this.#touched = 0;
    let draft: Draft | undefined;
    for (const { role, blocks } of readMessage(value, WIRE_LIMITS[this.wire].maxNameChars, this.#note)) {
      const kept = role === "user" ? blocks : repairThinking(blocks, this.#thinking, this.#note);
      for (const block of kept) draft = this.#add(role, block, draft);
    }
    if (draft && this.#touched === 0) draft.source = value as Message;
  }

  /** The history so far as it can be sent; `given`, where nothing had to be changed in it. */
  repaired(given: readonly Message[]): { messages: readonly Message[]; changes: RepairChange[] } {
    const changes = [...this.#changes];
    const tail = this.#tail(changes);
    if (changes.length === 0) return { messages: given, changes };
    const messages = [...this.#done, ...tail];
    if (messages.length === 0) messages.push(placeholder("(This message could not be read.)"));
    return { messages, changes };
  }

  readonly #note = (code: RepairCode, what: string, callId?: string): void => {
    this.#touched++;
    this.#changes.push(change(code, this.#index, what, callId));
  };

  /** Adds a block; `current` is the draft that the message at hand has added to before. */
  #add(role: Role, block: Block, current: Draft | undefined): Draft | undefined {
    if (block.type === "tool-call") {
      const draft = this.#draftFor(role, current, true);
      draft.content.push(this.#addCall(block));
      return draft;
    }
    const shown = block.type === "tool-result" ? this.#addResult(block, current) : [block];
    if (shown === "placed") return this.#draft;
    if (shown.length === 0) return current;
    const draft = this.#draftFor(role, current);
    draft.content.push(...shown);
    return draft;
  }

  #addCall(call: ToolCall): ToolCall {
    const entry = this.#calls.add(call, this.#index);
    if (entry.call !== call)
      this.#note("call-id", `renamed call "${call.id}" to "${entry.call.id}"`, call.id);
    return entry.call;
  }

  /** "placed" where the result is part of the draft now, else what is shown in its stead. */
  #addResult(result: ToolResult, current: Draft | undefined): Block[] | "placed" {
    const { callId } = result;
    const entry = this.#calls.answer(callId, result);
    if (entry?.stub) {
      this.#touched++;
      this.#replaceStub(entry, entry.stub);
      return [];
    }
    if (entry) {
      const draft = this.#draftFor("user", current);
      if (draft.content.length > 0)
        this.#note("results-first", "moved a result before other content", callId);
      if (entry.result !== result) this.#touched++;
      return "placed";
    }
    const before = this.#calls.answered(callId);
    const [code, which] = before
      ? (["double-result", "further"] as const)
      : (["orphan-result", "lone"] as const);
    const shown = before?.result && sameContent(before.result, result) ? [] : quoteResult(result);
    this.#note(
      code,
      shown.length > 0 ? `quoted a ${which} result as text` : `dropped a ${which} result`,
      callId,
    );
    return shown;
  }

  #replaceStub(
    { result, given }: CallEntry,
    { at, change: place, stub }: NonNullable<CallEntry["stub"]>,
  ): void {
    const message = this.#done[at]!;
    const content = message.content.map((block) => (block === stub ? result! : block));
    this.#done[at] = { role: "user", content: content as UserBlock[] };
    this.#changes[place] = change("late-result", this.#index, "moved a late result behind its call", given);
  }

  /** The draft to which this role adds. Another role's, and calls that are left without results, are closed. */
  #draftFor(role: Role, current: Draft | undefined, forCall = false): Draft {
    const draft = this.#draft;
    const joins =
      draft?.role === role &&
      (draft === current || forCall || role === "user" || this.#calls.open.length === 0);
    if (draft && joins) {
      if (draft !== current) this.#note("merged", `joined two messages of the ${role}`);
      delete draft.source;
      return draft;
    }
    if (draft) this.#close(draft);
    if (draft?.role === role) this.#close({ role: "user", content: [] });
    if (role === "assistant" && this.#done.length === 0) {
      this.#changes.push(change("first-message", this.#index, "put a user message before the first answer"));
      this.#done.push(placeholder("(What was said before is left out.)"));
    }
    this.#draft = { role, content: [] };
    return this.#draft;
  }

  #close(draft: Draft): void {
    const message = messageOf(draft, this.#calls.open, (entry) => {
      const stub = missingResult(entry.call);
      entry.stub = { stub, at: this.#done.length, change: this.#changes.length };
      this.#changes.push(missing(entry));
      return stub;
    });
    this.#done.push(message);
    if (draft.role === "user") this.#calls.close();
  }

  /** What the draft would be if it were closed now, with its calls answered. */
  #tail(changes: RepairChange[]): Message[] {
    const { open } = this.#calls;
    const draft = this.#draft;
    if (!draft) return [];
    const fill = (entry: CallEntry): ToolResult => {
      changes.push(missing(entry));
      return missingResult(entry.call);
    };
    const message = messageOf(draft, open, fill);
    if (draft.role === "user") return [message];
    if (open.length > 0) return [message, messageOf({ role: "user", content: [] }, open, fill)];
    const trimmed = this.wire === "anthropic" ? withoutTrailingSpace(message) : message;
    if (trimmed !== message)
      changes.push(change("trailing-space", this.#index, "cut the white space off the last answer"));
    return [trimmed];
  }
}

const change = (code: RepairCode, index: number, what: string, callId?: string): RepairChange =>
  callId === undefined ? { code, index, what } : { code, index, what, callId };

const missing = ({ call, given, index }: CallEntry): RepairChange =>
  change("missing-result", index, `answered a call of ${call.name} that has no result`, given);

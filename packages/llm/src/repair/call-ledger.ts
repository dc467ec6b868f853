import type { ToolCall, ToolResult } from "@genericagent/core-loop";
import type { WireLimits } from "./wire-limits.js";

/** A call of the history and the one result it gets. */
export interface CallEntry {
  call: ToolCall;
  /** The id as it was given, by which results name the call. */
  given: string;
  /** The place of the call's message in the array that was given. */
  index: number;
  result?: ToolResult;
  /** What stands in the place of a result that never came: the message it is in, and the change that tells of it. */
  stub?: { stub: ToolResult; at: number; change: number };
}

/** Every call seen so far: its id on the wire, which is given once only, and the result it waits for. */
export class CallLedger {
  /** The calls of the last assistant message, in order. */
  open: CallEntry[] = [];
  readonly #waiting = new Map<string, CallEntry[]>();
  readonly #stubbed = new Map<string, CallEntry[]>();
  readonly #answered = new Map<string, CallEntry>();
  readonly #used = new Set<string>();
  readonly #nextSuffix = new Map<string, number>();

  constructor(private readonly limits: WireLimits) {}

  /** The id under which the call is sent. */
  add(call: ToolCall, index: number): CallEntry {
    const id = this.#unique(this.#allowed(call.id));
    const entry = { call: id === call.id ? call : { ...call, id }, given: call.id, index };
    this.open.push(entry);
    push(this.#waiting, call.id, entry);
    return entry;
  }

  /** Gives the result to the call that waits for it, first of all one of the last message; undefined where none does. */
  answer(given: string, result: ToolResult): CallEntry | undefined {
    const entry = this.#waiting.get(given)?.shift() ?? this.#stubbed.get(given)?.pop();
    if (!entry) return undefined;
    const callId = entry.call.id;
    entry.result = callId === given ? result : { ...result, callId };
    this.#answered.set(given, entry);
    return entry;
  }

  /** The call that was answered before under this id. */
  answered(given: string): CallEntry | undefined {
    return this.#answered.get(given);
  }

  /** The next assistant message begins: whoever waits now got a stub, which a late result may still replace. */
  close(): void {
    for (const entry of this.open) if (entry.stub) push(this.#stubbed, entry.given, entry);
    this.open = [];
    this.#waiting.clear();
  }

  #allowed(id: string): string {
    const { maxIdChars, idRefuses } = this.limits;
    if (id !== "" && id.length <= maxIdChars && !idRefuses.test(id)) return id;
    // Cut first: half a character that is left by the cut is replaced like any other that is refused.
    return id.slice(0, maxIdChars).replaceAll(new RegExp(idRefuses, `${idRefuses.flags}g`), "_") || "call";
  }

  #unique(id: string): string {
    let unique = id;
    while (this.#used.has(unique)) {
      const next = (this.#nextSuffix.get(id) ?? 1) + 1;
      this.#nextSuffix.set(id, next);
      unique = `${this.#allowed(id.slice(0, this.limits.maxIdChars - SUFFIX_CHARS))}_${next}`;
    }
    this.#used.add(unique);
    return unique;
  }
}

/** Room for `_2`, `_3` and so on. */
const SUFFIX_CHARS = 8;

function push(map: Map<string, CallEntry[]>, key: string, entry: CallEntry): void {
  const list = map.get(key);
  if (list) list.push(entry);
  else map.set(key, [entry]);
}

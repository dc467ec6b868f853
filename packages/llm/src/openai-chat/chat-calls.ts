import type { ChatEvent, JsonObject } from "@genericagent/core-loop";
import { asNumber, asObject, asText, parseJson } from "../loose-json.js";
import type { DraftCall, ReplyDraft } from "../reply-draft.js";

interface OpenCall {
  /** The server's id; empty while it gave none. */
  wireId: string;
  draft: DraftCall;
}

/**
 * Sorts the deltas of parallel calls. The index should say which call a delta belongs to, but servers leave it
 * out, write it as text, or send every call under index 0: a name with another id begins another call.
 */
export class ChatCalls {
  readonly #byIndex = new Map<number, OpenCall>();
  #last: OpenCall | undefined;

  constructor(
    private readonly draft: ReplyDraft,
    private readonly provider: string,
  ) {}

  push(deltas: readonly unknown[], out: ChatEvent[]): void {
    for (const value of deltas) {
      const delta = asObject(value);
      const fn = asObject(delta.function);
      const [wireId, name] = [asText(delta.id), asText(fn.name)];
      const text =
        typeof fn.arguments === "object" ? JSON.stringify(fn.arguments ?? {}) : asText(fn.arguments);
      const index = asNumber(delta.index);
      const found = this.#find(index, wireId);
      const known = found && !beginsAnother(found, wireId, name, text) ? found : undefined;
      const { draft } = known ?? this.#begin(index, wireId, name);
      draft.name ||= name;
      draft.json += text;
      if (delta.extra_content) draft.providerData = this.#providerData(delta.extra_content);
      if (!known || text) out.push({ type: "tool-call-delta", id: draft.id, name: draft.name, text });
    }
  }

  /** Gemini's thought signature, which it demands back with the call. */
  #providerData(value: unknown): DraftCall["providerData"] {
    return { wire: "openai-chat", provider: this.provider, data: JSON.stringify(value) };
  }

  #find(index: number | undefined, wireId: string): OpenCall | undefined {
    if (index !== undefined) return this.#byIndex.get(index);
    if (!wireId) return this.#last;
    return [...this.#byIndex.values()].find((call) => call.wireId === wireId);
  }

  #begin(index: number | undefined, wireId: string, name: string): OpenCall {
    const call = { wireId, draft: this.draft.call(wireId, name) };
    this.#byIndex.set(index ?? -1 - this.#byIndex.size, call);
    this.#last = call;
    return call;
  }
}

/** Some servers repeat id and name in every delta, others give no id at all: then a finished call is the sign. */
function beginsAnother(call: OpenCall, wireId: string, name: string, text: string): boolean {
  if (!name) return false;
  if (wireId && call.wireId) return wireId !== call.wireId;
  return text.trimStart().startsWith("{") && isWhole(call.draft.json);
}

const isWhole = (json: string): boolean => typeof (parseJson(json) as JsonObject | undefined) === "object";

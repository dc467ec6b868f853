import type { ChatEvent, JsonObject, TextBlock, ThinkingBlock } from "@genericagent/core-loop";
import { asList, asObject, asText } from "../loose-json.js";
import type { DraftCall, ReplyDraft } from "../reply-draft.js";

/** One item of the output while it arrives: a message, a call, or reasoning. Items of other types stay empty. */
export class ResponseItem {
  id = "";
  #text: TextBlock | undefined;
  #thinking: ThinkingBlock | undefined;
  #call: DraftCall | undefined;
  #part = 0;
  #ended = false;

  constructor(
    private readonly type: string,
    private readonly draft: ReplyDraft,
    private readonly provider: string,
  ) {}

  *begin(item: JsonObject): Generator<ChatEvent> {
    this.id ||= asText(item.id);
    if (this.type === "reasoning") this.#thinking ??= this.#newThinking();
    if (this.type !== "function_call" || this.#call) return;
    const call = this.draft.call(asText(item.call_id) || asText(item.id), asText(item.name));
    this.#call = call;
    yield { type: "tool-call-delta", id: call.id, name: call.name, text: "" };
  }

  *text(delta: string): Generator<ChatEvent> {
    if (!delta || this.type !== "message") return;
    this.#text ??= this.draft.add({ type: "text", text: "" });
    this.#text.text += delta;
    yield { type: "text-delta", text: delta };
  }

  *thinking(delta: string, part: number): Generator<ChatEvent> {
    if (!delta || this.type !== "reasoning") return;
    this.#thinking ??= this.#newThinking();
    const text = part === this.#part || !this.#thinking.text ? delta : `\n\n${delta}`;
    this.#part = part;
    this.#thinking.text += text;
    yield { type: "thinking-delta", text };
  }

  *args(delta: string): Generator<ChatEvent> {
    if (!this.#call) yield* this.begin({});
    if (!delta || !this.#call) return;
    this.#call.json += delta;
    yield { type: "tool-call-delta", id: this.#call.id, name: this.#call.name, text: delta };
  }

  /** The item as a whole: only what was not streamed before is new. */
  *end(item: JsonObject): Generator<ChatEvent> {
    if (this.#ended) return;
    this.#ended = true;
    yield* this.begin(item);
    if (!this.#text?.text) yield* this.text(partsOf(item.content).join(""));
    if (this.#call && !this.#call.json) yield* this.args(asText(item.arguments));
    if (!this.#thinking) return;
    if (!this.#thinking.text) {
      const text = partsOf(item.summary).join("\n\n") || partsOf(item.content).join("");
      yield* this.thinking(text, this.#part);
    }
    if (!item.encrypted_content) return;
    this.#thinking.signature = JSON.stringify(item);
    if (!this.#thinking.text) this.#thinking.redacted = true;
  }

  #newThinking(): ThinkingBlock {
    return this.draft.add({ type: "thinking", text: "", wire: "openai-responses", provider: this.provider });
  }
}

const partsOf = (parts: unknown): string[] =>
  asList(parts).flatMap((part) => asText(asObject(part).text) || []);

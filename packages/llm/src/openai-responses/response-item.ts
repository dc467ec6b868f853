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

  begin(item: JsonObject, out: ChatEvent[]): void {
    this.id ||= asText(item.id);
    if (this.type === "reasoning") this.#thinking ??= this.#newThinking();
    if (this.type !== "function_call" || this.#call) return;
    const call = this.draft.call(asText(item.call_id) || asText(item.id), asText(item.name));
    this.#call = call;
    out.push({ type: "tool-call-delta", id: call.id, name: call.name, text: "" });
  }

  text(delta: string, out: ChatEvent[]): void {
    if (!delta || this.type !== "message") return;
    this.#text ??= this.draft.add({ type: "text", text: "" });
    this.#text.text += delta;
    out.push({ type: "text-delta", text: delta });
  }

  thinking(delta: string, part: number, out: ChatEvent[]): void {
    if (!delta || this.type !== "reasoning") return;
    this.#thinking ??= this.#newThinking();
    const text = part === this.#part || !this.#thinking.text ? delta : `\n\n${delta}`;
    this.#part = part;
    this.#thinking.text += text;
    out.push({ type: "thinking-delta", text });
  }

  args(delta: string, out: ChatEvent[]): void {
    if (!this.#call) this.begin({}, out);
    if (!delta || !this.#call) return;
    this.#call.json += delta;
    out.push({ type: "tool-call-delta", id: this.#call.id, name: this.#call.name, text: delta });
  }

  /** The item as a whole: only what was not streamed before is new. */
  end(item: JsonObject, out: ChatEvent[]): void {
    if (this.#ended) return;
    this.#ended = true;
    this.begin(item, out);
    if (!this.#text?.text) this.text(partsOf(item.content).join(""), out);
    if (this.#call && !this.#call.json) this.args(asText(item.arguments), out);
    if (!this.#thinking) return;
    if (!this.#thinking.text) {
      const text = partsOf(item.summary).join("\n\n") || partsOf(item.content).join("");
      this.thinking(text, this.#part, out);
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

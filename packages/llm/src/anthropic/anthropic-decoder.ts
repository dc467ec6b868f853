import type { ChatEvent, JsonObject, Reply, StopReason } from "@genericagent/core-loop";
import type { Endpoint } from "../endpoint.js";
import { asList, asNumber, asObject, asText } from "../loose-json.js";
import type { ReplyDecoder } from "../reply-decoder.js";
import { type DraftBlock, ReplyDraft } from "../reply-draft.js";
import { refusal, ServerFailure } from "../server-failure.js";
import { readAnthropicUsage } from "./read-anthropic-usage.js";

const STOP_REASONS: Record<string, StopReason> = {
  end_turn: "end-turn",
  max_tokens: "length",
  model_context_window_exceeded: "length",
  stop_sequence: "stop-sequence",
  tool_use: "tool-calls",
  pause_turn: "paused",
};

/** Reads the events of a Messages stream. Events, blocks and deltas of unknown types are passed over. */
export class AnthropicDecoder implements ReplyDecoder {
  whole = false;
  readonly #draft = new ReplyDraft();
  /** The block that is open under each index; a second start under one index is a new block. */
  readonly #open = new Map<number, DraftBlock | undefined>();
  #index = 0;
  #stop = "";

  constructor(private readonly endpoint: Endpoint) {}

  push(value: unknown, out: ChatEvent[]): void {
    const event = value as JsonObject;
    switch (event?.type) {
      case "content_block_delta":
        this.#delta(this.#indexOf(event), asObject(event.delta), out);
        break;
      case "content_block_start":
        this.#start(this.#indexOf(event), asObject(event.content_block), out);
        break;
      case "message_start":
        this.#usage(asObject(event.message).usage);
        break;
      case "message_delta":
        this.#stop = asText(asObject(event.delta).stop_reason) || this.#stop;
        this.#usage(event.usage);
        break;
      case "message_stop":
        this.whole = true;
        break;
      case "message":
        this.#document(event, out);
        break;
      case "error":
        throw new ServerFailure(event);
    }
  }

  reply(): Reply {
    if (this.#stop === "refusal") throw refusal(this.#text());
    const { provider, model } = this.endpoint;
    return this.#draft.reply(STOP_REASONS[this.#stop] ?? "end-turn", `${provider}/${model}`);
  }

  /** A missing index means the block that came last. */
  #indexOf(event: JsonObject): number {
    this.#index =
      asNumber(event.index) ?? (event.type === "content_block_start" ? this.#open.size : this.#index);
    return this.#index;
  }

  #start(index: number, block: JsonObject, out: ChatEvent[]): void {
    const { type } = block;
    let opened: DraftBlock | undefined;
    if (type === "text") opened = this.#draft.add({ type, text: "" });
    else if (type === "thinking") opened = this.#thinking(block);
    else if (type === "redacted_thinking") this.#redacted(asText(block.data));
    else if (type === "tool_use") opened = this.#draft.call(asText(block.id), asText(block.name));
    this.#open.set(index, opened);
    if (opened?.type === "tool-call")
      out.push({ type: "tool-call-delta", id: opened.id, name: opened.name, text: "" });
    if (type === "text" && block.text) this.#delta(index, { type: "text_delta", text: block.text }, out);
    if (type === "thinking" && block.thinking)
      this.#delta(index, { type: "thinking_delta", thinking: block.thinking }, out);
    if (type === "tool_use" && Object.keys(asObject(block.input)).length > 0)
      this.#delta(index, { type: "input_json_delta", partial_json: JSON.stringify(block.input) }, out);
  }

  #delta(index: number, delta: JsonObject, out: ChatEvent[]): void {
    const block = this.#open.get(index);
    if (block?.type === "text" && delta.type === "text_delta") {
      const text = asText(delta.text);
      block.text += text;
      if (text) out.push({ type: "text-delta", text });
    } else if (block?.type === "thinking" && delta.type === "thinking_delta") {
      const text = asText(delta.thinking);
      block.text += text;
      if (text) out.push({ type: "thinking-delta", text });
    } else if (block?.type === "thinking" && delta.type === "signature_delta") {
      block.signature = (block.signature ?? "") + asText(delta.signature);
    } else if (block?.type === "tool-call" && delta.type === "input_json_delta") {
      const text = asText(delta.partial_json);
      block.json += text;
      if (text) out.push({ type: "tool-call-delta", id: block.id, name: block.name, text });
    }
  }

  #thinking({ signature }: JsonObject): DraftBlock {
    const { wire, provider } = { wire: "anthropic" as const, provider: this.endpoint.provider };
    const block = { type: "thinking" as const, text: "", wire, provider };
    return this.#draft.add(typeof signature === "string" ? { ...block, signature } : block);
  }

  #redacted(data: string): void {
    const { provider } = this.endpoint;
    this.#draft.add({
      type: "thinking",
      text: "",
      wire: "anthropic",
      provider,
      signature: data,
      redacted: true,
    });
  }

  /** A whole message, from a server that does not stream. */
  #document(message: JsonObject, out: ChatEvent[]): void {
    for (const [index, block] of asList(message.content).entries()) this.#start(index, asObject(block), out);
    this.#usage(message.usage);
    this.#stop = asText(message.stop_reason);
    this.whole = true;
  }

  #usage(usage: unknown): void {
    this.#draft.usage = readAnthropicUsage(asObject(usage), this.#draft.usage);
  }

  #text(): string {
    return this.#draft.blocks.map((block) => (block.type === "text" ? block.text : "")).join("");
  }
}

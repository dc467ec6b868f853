import type { ChatEvent, JsonObject, Reply, StopReason, ThinkingBlock } from "@genericagent/core-loop";
import type { Endpoint } from "../endpoint.js";
import { asList, asObject, asText } from "../loose-json.js";
import type { ReplyDecoder } from "../reply-decoder.js";
import { ReplyDraft } from "../reply-draft.js";
import { refusal, ServerFailure } from "../server-failure.js";
import { ChatCalls } from "./chat-calls.js";
import { readChatUsage } from "./read-chat-usage.js";
import { ReasoningDetails } from "./reasoning-details.js";
import { REASONING_FIELD } from "./to-chat-body.js";

const STOP_REASONS: Record<string, StopReason> = {
  stop: "end-turn",
  length: "length",
  max_tokens: "length",
  tool_calls: "tool-calls",
  function_call: "tool-calls",
};

/** Reads the chunks of a Chat Completions stream, or one whole completion. */
export class OpenAIChatDecoder implements ReplyDecoder {
  readonly #draft = new ReplyDraft();
  readonly #calls: ChatCalls;
  readonly #details = new ReasoningDetails();
  #finish = "";
  #refusal = "";
  /** The block whose parts came as a list. */
  #detailed: ThinkingBlock | undefined;

  constructor(private readonly endpoint: Endpoint) {
    this.#calls = new ChatCalls(this.#draft, endpoint.provider);
  }

  /** `[DONE]` proves nothing: proxies send it after a failure as well. A finish reason is the model's own end. */
  get whole(): boolean {
    return this.#finish !== "";
  }

  push(value: unknown, out: ChatEvent[]): void {
    const chunk = asObject(value);
    if (chunk.error) throw new ServerFailure(chunk);
    const choice = asObject(asList(chunk.choices)[0]);
    const delta = asObject(choice.delta ?? choice.message);
    this.#thinking(delta, out);
    this.#text(delta, out);
    if (delta.tool_calls) this.#calls.push(asList(delta.tool_calls), out);
    this.#refusal += asText(delta.refusal);
    this.#finish = asText(choice.finish_reason) || this.#finish;
    const usage = chunk.usage ?? choice.usage ?? asObject(chunk.x_groq).usage;
    if (usage) this.#draft.usage = readChatUsage(asObject(usage), this.#draft.usage);
  }

  reply(): Reply {
    if (this.#refusal || this.#finish === "content_filter")
      throw refusal(this.#refusal || "stopped by the provider's content filter");
    if (this.#finish === "error") throw new ServerFailure("the model stopped with an error");
    this.#sign();
    const { provider, model } = this.endpoint;
    return this.#draft.reply(STOP_REASONS[this.#finish] ?? "end-turn", `${provider}/${model}`);
  }

  #text({ content }: JsonObject, out: ChatEvent[]): void {
    const text = typeof content === "string" ? content : textOfParts(content);
    if (!text) return;
    this.#draft.text().text += text;
    out.push({ type: "text-delta", text });
  }

  #thinking(delta: JsonObject, out: ChatEvent[]): void {
    const details = asList(delta.reasoning_details);
    const inDetails = this.#details.push(details);
    const returned = asText(delta[REASONING_FIELD]);
    const text = returned || asText(delta.reasoning) || inDetails;
    if (!text && details.length === 0) return;
    const last = this.#draft.blocks.at(-1);
    const block = last?.type === "thinking" ? last : this.#block();
    block.text += text;
    if (details.length > 0) this.#detailed = block;
    else if (returned && block !== this.#detailed) block.signature = REASONING_FIELD;
    if (text) out.push({ type: "thinking-delta", text });
  }

  #block(): ThinkingBlock {
    const { provider } = this.endpoint;
    return this.#draft.add({ type: "thinking", text: "", wire: "openai-chat", provider });
  }

  /** The parts go back whole, so they are kept beside the text. */
  #sign(): void {
    if (!this.#detailed) return;
    this.#detailed.signature = JSON.stringify(this.#details.parts);
    if (!this.#detailed.text) this.#detailed.redacted = true;
  }
}

/** Some servers send content as a list of parts. */
const textOfParts = (parts: unknown): string =>
  asList(parts)
    .map((part) => asText(asObject(part).text))
    .join("");

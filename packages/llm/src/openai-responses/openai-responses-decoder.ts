import type { ChatEvent, JsonObject, Reply } from "@genericagent/core-loop";
import type { Endpoint } from "../endpoint.js";
import { asList, asNumber, asObject, asText } from "../loose-json.js";
import type { ReplyDecoder } from "../reply-decoder.js";
import { ReplyDraft } from "../reply-draft.js";
import { refusal, ServerFailure } from "../server-failure.js";
import { readResponsesUsage } from "./read-responses-usage.js";
import { ResponseItem } from "./response-item.js";

/** Reads the events of a Responses stream. Events and items of unknown types are passed over. */
export class OpenAIResponsesDecoder implements ReplyDecoder {
  whole = false;
  readonly #draft = new ReplyDraft();
  readonly #items = new Map<number, ResponseItem>();
  #index = 0;
  #incomplete: JsonObject = {};
  #cut = false;
  #refusal = "";

  constructor(private readonly endpoint: Endpoint) {}

  push(value: unknown, out: ChatEvent[]): void {
    const event = asObject(value);
    switch (event.type) {
      case "response.output_text.delta":
        this.#item(event, "message").text(asText(event.delta), out);
        break;
      case "response.function_call_arguments.delta":
        this.#item(event, "function_call").args(asText(event.delta), out);
        break;
      case "response.reasoning_summary_text.delta":
      case "response.reasoning_text.delta":
        this.#item(event, "reasoning").thinking(asText(event.delta), partOf(event), out);
        break;
      case "response.refusal.delta":
        this.#refusal += asText(event.delta);
        break;
      case "response.output_item.added":
        this.#begin(event).begin(asObject(event.item), out);
        break;
      case "response.output_item.done":
        this.#item(event, asText(asObject(event.item).type)).end(asObject(event.item), out);
        break;
      case "response.completed":
      case "response.incomplete":
      case "response.failed":
        this.#cut = event.type === "response.incomplete";
        this.#end(asObject(event.response), out);
        break;
      case "error":
        throw new ServerFailure(event);
    }
    if (event.error) throw new ServerFailure(event);
    if (event.object === "response") this.#end(event, out);
  }

  reply(): Reply {
    if (this.#refusal || this.#incomplete.reason === "content_filter")
      throw refusal(this.#refusal || "stopped by the provider's content filter");
    const { provider, model } = this.endpoint;
    return this.#draft.reply(this.#cut ? "length" : "end-turn", `${provider}/${model}`);
  }

  /** Events name their item by its place in the output, since proxies change ids; no place means the last item. */
  #item(event: JsonObject, type: string): ResponseItem {
    this.#index = asNumber(event.output_index) ?? this.#index;
    return this.#items.get(this.#index) ?? this.#place(type);
  }

  /** A second item under one place is another item. */
  #begin(event: JsonObject): ResponseItem {
    this.#index = asNumber(event.output_index) ?? this.#items.size;
    return this.#place(asText(asObject(event.item).type));
  }

  #place(type: string): ResponseItem {
    const item = new ResponseItem(type, this.#draft, this.endpoint.provider);
    this.#items.set(this.#index, item);
    return item;
  }

  /** The last event holds the whole output once more: what was not streamed is taken from it. */
  #end(response: JsonObject, out: ChatEvent[]): void {
    if (response.status === "failed" || response.error) throw new ServerFailure(response);
    const streamed = this.#items.size > 0;
    for (const [output_index, value] of asList(response.output).entries()) {
      const item = asObject(value);
      const known = [...this.#items.values()].find(({ id }) => id !== "" && id === item.id);
      if (known) known.end(item, out);
      else if (!streamed) this.#item({ output_index }, asText(item.type)).end(item, out);
      for (const part of asList(item.content)) this.#refusal ||= asText(asObject(part).refusal);
    }
    this.#incomplete = asObject(response.incomplete_details);
    this.#cut ||= response.status === "incomplete";
    this.#draft.usage = readResponsesUsage(asObject(response.usage));
    this.whole = true;
  }
}

/** Summaries come in parts, which read as paragraphs. */
const partOf = ({ summary_index, content_index }: JsonObject): number =>
  asNumber(summary_index) ?? asNumber(content_index) ?? 0;

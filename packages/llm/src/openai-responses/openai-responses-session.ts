import type { JsonObject } from "@genericagent/core-loop";
import type { Exchange } from "../exchange.js";
import type { WireResponse } from "../http-fetch.js";
import { openAIClient, openAIDefaults } from "../openai-client.js";
import type { ReplyDecoder } from "../reply-decoder.js";
import type { SessionOptions } from "../session.js";
import { type ModelRequest, StreamSession } from "../stream-session.js";
import { OpenAIResponsesDecoder } from "./openai-responses-decoder.js";
import { toResponsesBody } from "./to-responses-body.js";

/** Speaks `/responses` through `openai`. Nothing is stored at the provider: reasoning comes back encrypted. */
export class OpenAIResponsesSession extends StreamSession {
  readonly wire = "openai-responses";
  protected override readonly optionalFields = { include: { rejectedBy: /include|encrypted[ _]content/i } };

  constructor(options: SessionOptions) {
    super(options, openAIDefaults);
  }

  protected withOptions(options: SessionOptions): OpenAIResponsesSession {
    return new OpenAIResponsesSession(options);
  }

  protected body(request: ModelRequest): JsonObject {
    return toResponsesBody(request, this.endpoint, this.options);
  }

  protected decoder(): ReplyDecoder {
    return new OpenAIResponsesDecoder(this.endpoint);
  }

  protected async send(body: JsonObject, exchange: Exchange): Promise<WireResponse> {
    const client = await openAIClient(exchange, this.options.headers);
    return client.post("/responses", { body, stream: true, signal: exchange.signal }).asResponse();
  }
}

import type { JsonObject } from "@genericagent/core-loop";
import { MAX_TIMER_MS } from "../abortable-sleep.js";
import { type Endpoint, hostOf } from "../endpoint.js";
import type { Exchange } from "../exchange.js";
import type { WireResponse } from "../http-fetch.js";
import type { ReplyDecoder } from "../reply-decoder.js";
import type { SessionOptions } from "../session.js";
import { type ModelRequest, StreamSession } from "../stream-session.js";
import { AnthropicDecoder } from "./anthropic-decoder.js";
import { toAnthropicBody } from "./to-anthropic-body.js";

/** Speaks `/v1/messages` through `@anthropic-ai/sdk`, which is loaded by the first ask. */
export class AnthropicSession extends StreamSession {
  readonly wire = "anthropic";

  constructor(options: SessionOptions) {
    super(options, {
      provider: "anthropic",
      baseUrl: "https://api.anthropic.com",
      keyVariable: "ANTHROPIC_API_KEY",
      baseUrlVariable: "ANTHROPIC_BASE_URL",
    });
  }

  protected withOptions(options: SessionOptions): AnthropicSession {
    return new AnthropicSession(options);
  }

  protected body(request: ModelRequest): JsonObject {
    return toAnthropicBody(request, this.endpoint, this.options);
  }

  protected decoder(): ReplyDecoder {
    return new AnthropicDecoder(this.endpoint);
  }

  protected async send(body: JsonObject, { fetch, signal }: Exchange): Promise<WireResponse> {
    const { BaseAnthropic } = await import("./anthropic-sdk.js");
    const { apiKey, baseUrl } = this.endpoint;
    const client = new BaseAnthropic({
      apiKey: apiKey ?? "none",
      // The SDK adds `/v1` itself; people write the address with and without it.
      baseURL: baseUrl.replace(/\/+(v1\/*)?$/, ""),
      defaultHeaders: { ...keyHeaders(this.endpoint), ...this.options.headers },
      fetch,
      maxRetries: 0,
      timeout: MAX_TIMER_MS, // the exchange has its own clock
      logLevel: "off",
    });
    // Not `messages.create`, which prints warnings about some models into the terminal.
    return client.post("/v1/messages", { body, stream: true, signal }).asResponse();
  }
}

/** The SDK sends the key as a bearer token. Other vendors' servers may look for it where it used to be. */
function keyHeaders({ apiKey, baseUrl, vendorUrl }: Endpoint): Record<string, string | null> {
  if (!apiKey) return { Authorization: null };
  return hostOf(baseUrl) === hostOf(vendorUrl) ? {} : { "x-api-key": apiKey };
}

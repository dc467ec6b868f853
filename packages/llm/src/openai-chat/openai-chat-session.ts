import type { JsonObject } from "@genericagent/core-loop";
import type { Exchange } from "../exchange.js";
import type { WireResponse } from "../http-fetch.js";
import { openAIClient, openAIDefaults } from "../openai-client.js";
import type { ReplyDecoder } from "../reply-decoder.js";
import type { SessionOptions } from "../session.js";
import { type ModelRequest, StreamSession } from "../stream-session.js";
import { OpenAIChatDecoder } from "./openai-chat-decoder.js";
import { quoteUnreasonedCalls } from "./quote-unreasoned-calls.js";
import { toChatBody } from "./to-chat-body.js";

const REASONED_CALLS = "reasoned-calls";

/** Speaks `/chat/completions`, OpenAI's and that of nearly every other server, through `openai`. */
export class OpenAIChatSession extends StreamSession {
  readonly wire = "openai-chat";
  protected override readonly optionalFields = {
    stream_options: { rejectedBy: /stream_options|include_usage/i },
    max_tokens: {
      rejectedBy:
        /\bmax_tokens\b.*(unsupported|not supported|max_completion_tokens)|unsupported.*\bmax_tokens\b/i,
      insteadName: "max_completion_tokens",
    },
    max_completion_tokens: {
      rejectedBy:
        /max_completion_tokens.*(unknown|unsupported|unrecognized|not (supported|permitted|allowed))|(unknown|unsupported|unrecognized|extra).*max_completion_tokens/i,
      insteadName: "max_tokens",
    },
  };

  protected override readonly demands = {
    [REASONED_CALLS]: /reasoning_content.*(missing|must be passed back)|missing.*reasoning_content/i,
  };

  constructor(options: SessionOptions) {
    super(options, openAIDefaults);
  }

  protected withOptions(options: SessionOptions): OpenAIChatSession {
    return new OpenAIChatSession(options);
  }

  protected body(request: ModelRequest, demanded: ReadonlySet<string>): JsonObject {
    const messages = demanded.has(REASONED_CALLS)
      ? quoteUnreasonedCalls(request.messages, this.provider)
      : request.messages;
    return toChatBody({ ...request, messages }, this.endpoint, this.options);
  }

  protected decoder(): ReplyDecoder {
    return new OpenAIChatDecoder(this.endpoint);
  }

  protected async send(body: JsonObject, exchange: Exchange): Promise<WireResponse> {
    const client = await openAIClient(exchange, this.options.headers);
    return client.post("/chat/completions", { body, stream: true, signal: exchange.signal }).asResponse();
  }
}

import type { JsonObject } from "@genericagent/core-loop";
import type { Exchange } from "../exchange.js";
import { openAIClient, openAIDefaults } from "../openai-client.js";
import type { ReplyDecoder } from "../reply-decoder.js";
import type { SessionOptions } from "../session.js";
import { type ModelRequest, StreamSession } from "../stream-session.js";
import { OpenAIChatDecoder } from "./openai-chat-decoder.js";
import { toChatBody } from "./to-chat-body.js";

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

  constructor(options: SessionOptions) {
    super(options, openAIDefaults);
  }

  protected withOptions(options: SessionOptions): OpenAIChatSession {
    return new OpenAIChatSession(options);
  }

  protected body(request: ModelRequest): JsonObject {
    return toChatBody(request, this.endpoint, this.options);
  }

  protected decoder(): ReplyDecoder {
    return new OpenAIChatDecoder(this.endpoint);
  }

  protected async send(body: JsonObject, exchange: Exchange): Promise<Response> {
    const client = await openAIClient(exchange, this.options.headers);
    const { signal } = exchange;
    return client.chat.completions.create(body as never, { signal }).asResponse();
  }
}

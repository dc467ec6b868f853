import type {
  ChatEvent,
  ContextPolicy,
  Message,
  Reply,
  ToolSpec,
  UserMessage,
  Wire,
} from "@genericagent/core-loop";

/** One conversation with one model: a history that grows by whole turns, and `ask`. One ask at a time. */
export interface Session {
  /** A short name for people and logs, such as `anthropic`. */
  readonly provider: string;
  readonly model: string;
  readonly wire: Wire;
  readonly history: readonly Message[];
  /**
   * Sends the history and the message, streams the answer and returns it whole. Only then are message and answer
   * added to the history, together; a failed, aborted or abandoned ask leaves it as it was.
   *
   * @throws `signal.reason` when aborted, a `ModelError` for every other failure.
   */
  ask(message: UserMessage, options: AskOptions): AsyncGenerator<ChatEvent, Reply, void>;
  /**
   * Another conversation with the same model, for a side question or to take over from another session: its turns
   * do not enter this one. What was learned about the server is shared, the context policy is not. Default: it
   * begins with this history.
   */
  fork(history?: readonly Message[]): Session;
}

export interface AskOptions {
  system: string;
  tools: readonly ToolSpec[];
  signal?: AbortSignal;
  /** Default: the session's own. */
  maxRetries?: number;
}

export interface SessionOptions {
  model: string;
  /** Default: the wire's environment variable, but only together with the default `baseUrl`. */
  apiKey?: string;
  /** Default: the wire's environment variable, else the vendor's own address. */
  baseUrl?: string;
  /** Names the vendor in errors and in `Reply.model`. Default `anthropic` or `openai`. */
  provider?: string;
  /** The conversation so far. It is copied. */
  history?: readonly Message[];
  /**
   * Whether the model thinks first. `adaptive`: as it sees fit; `between-tools`: only between its calls (Anthropic);
   * a budget for models that want one. Default: what the model does by itself. See the README for each wire.
   */
  thinking?: "adaptive" | "between-tools" | "off" | { budgetTokens: number };
  /** How much work an answer is worth. Which values a model knows is for its provider to say. */
  effort?: "none" | "minimal" | "low" | "medium" | "high" | "xhigh" | "max";
  /** Brought into the range of the model's family, and left out where that family takes none. */
  temperature?: number;
  /** For example `flex` or `priority` (OpenAI), `standard_only` (Anthropic). */
  serviceTier?: string;
  /** Whether one answer may hold several calls. Default: the provider's, which is yes. */
  parallelToolCalls?: boolean;
  /** Where the server differs from what its wire documents. */
  quirks?: Quirks;
  /** Output tokens at most. Anthropic's wire demands a number: 16 000 when unset. The others send none. */
  maxOutputTokens?: number;
  /** A server that sends no byte for this long is given up. Default 120 000. */
  idleTimeoutMs?: number;
  /** Retries after the first attempt, for failures that may pass. Default 2. */
  maxRetries?: number;
  /** The wait before the first retry; each further one doubles, up to 8 s. Default 500. */
  retryDelayMs?: number;
  /** A server that asks for a longer wait than this fails at once. Default 60 000. */
  maxRetryAfterMs?: number;
  /** Keeps every request inside a budget, for example `createContextPolicy()` of `@genericagent/context`. */
  context?: ContextPolicy;
  /** Sends the requests, for example through a proxy. Default: `node:http`, which starts faster than Node's `fetch`. */
  fetch?: typeof fetch;
  /** Added to every request. */
  headers?: Record<string, string>;
  /** Fields added to every request body as they are, in the wire's own names. */
  extraBody?: Record<string, unknown>;
}

/** What the request body is made of besides the conversation. */
export type BodyOptions = Pick<
  SessionOptions,
  "maxOutputTokens" | "thinking" | "effort" | "temperature" | "serviceTier" | "parallelToolCalls" | "quirks"
>;

export interface Quirks {
  /** Chat: the name of the output limit. Default: OpenAI's new one for OpenAI's address, the old one elsewhere. */
  outputLimitField?: "max_tokens" | "max_completion_tokens";
  /** Chat: the field that turns thinking on and off. Default `reasoning_effort`. */
  thinkingField?: "reasoning_effort" | "thinking" | "enable_thinking" | "reasoning";
  /** `false`: the model reads text only, so each image is replaced by a note. */
  images?: boolean;
}

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
}

export interface AskOptions {
  system: string;
  tools: readonly ToolSpec[];
  signal?: AbortSignal;
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
  /** Output tokens at most. Anthropic's wire demands a number: 16 000 when unset. The others send none. */
  maxOutputTokens?: number;
  /** A server that sends no byte for this long is given up. Default 120 000; Node's fetch ends at 300 000. */
  idleTimeoutMs?: number;
  /** Retries after the first attempt, for failures that may pass. Default 2. */
  maxRetries?: number;
  /** The wait before the first retry; each further one doubles, up to 8 s. Default 500. */
  retryDelayMs?: number;
  /** A server that asks for a longer wait than this fails at once. Default 60 000. */
  maxRetryAfterMs?: number;
  /** Keeps every request inside a budget, for example `createContextPolicy()` of `@genericagent/context`. */
  context?: ContextPolicy;
  /** Added to every request. */
  headers?: Record<string, string>;
  /** Fields added to every request body as they are, in the wire's own names. */
  extraBody?: Record<string, unknown>;
}

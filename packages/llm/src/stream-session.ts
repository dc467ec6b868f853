import type {
  ChatEvent,
  JsonObject,
  Message,
  Reply,
  ToolSpec,
  UserMessage,
  Wire,
} from "@genericagent/core-loop";
import { askWithinBudget } from "./ask-within-budget.js";
import type { Endpoint } from "./endpoint.js";
import { Exchange } from "./exchange.js";
import type { WireResponse } from "./http-fetch.js";
import { ModelError } from "./model-error.js";
import { readAnswer } from "./read-answer.js";
import { RepairMemo } from "./repair/repair-memo.js";
import type { ReplyDecoder } from "./reply-decoder.js";
import { checkEndpoint, type EndpointDefaults, resolveEndpoint } from "./resolve-endpoint.js";
import { errorObject, failureOf } from "./server-failure.js";
import type { AskOptions, Session, SessionOptions } from "./session.js";
import { modelError, toModelError } from "./to-model-error.js";
import { withRetries } from "./with-retries.js";

/** What one request is made of, in our words. */
export interface ModelRequest {
  system: string;
  messages: readonly Message[];
  tools: readonly ToolSpec[];
}

/** A field that is left out, or renamed, once a server has rejected it in these words. */
export interface OptionalField {
  rejectedBy: RegExp;
  insteadName?: string;
}

/**
 * What the three wires share: retries, the idle clock, typed errors and a history that grows by whole turns. A
 * wire adds how a request is written, how it is sent and how its events are read.
 */
export abstract class StreamSession implements Session {
  abstract readonly wire: Wire;
  protected readonly endpoint: Endpoint;
  /** Fields some servers reject. */
  protected readonly optionalFields: Record<string, OptionalField> = {};
  /** What only some servers demand of a body, by the words in which they do. */
  protected readonly demands: Record<string, RegExp> = {};
  /** The fields that were rejected and the demands that were made. */
  #learned = new Set<string>();
  #history: readonly Message[];
  #repairs: RepairMemo | undefined;

  constructor(
    protected readonly options: SessionOptions,
    defaults: EndpointDefaults,
  ) {
    this.endpoint = resolveEndpoint(options, defaults);
    this.#history = [...(options.history ?? [])];
  }

  get provider(): string {
    return this.endpoint.provider;
  }

  get model(): string {
    return this.endpoint.model;
  }

  get history(): readonly Message[] {
    return this.#history;
  }

  async *ask(message: UserMessage, options: AskOptions): AsyncGenerator<ChatEvent, Reply, void> {
    const { system, tools } = options;
    const request = { system, tools, history: this.#history, message };
    const { reply, fitted } = yield* askWithinBudget(this.options.context, request, (fits) =>
      this.#send([...fits.history, fits.message], options),
    );
    this.#history = [...fitted.history, fitted.message, reply.message];
    return reply;
  }

  fork(history: readonly Message[] = this.#history): Session {
    const { context: _, ...options } = this.options;
    const copy = this.withOptions({ ...options, history });
    copy.#learned = this.#learned;
    copy.#repairs = this.#memo;
    return copy;
  }

  /** A session of the same wire. */
  protected abstract withOptions(options: SessionOptions): StreamSession;
  /** The request's body in the wire's own names. */
  protected abstract body(request: ModelRequest, demanded: ReadonlySet<string>): JsonObject;
  /** Sends the body by the wire's SDK, which is loaded here. */
  protected abstract send(body: JsonObject, exchange: Exchange): Promise<WireResponse>;
  protected abstract decoder(): ReplyDecoder;

  async *#send(
    said: readonly Message[],
    { system, tools, signal, maxRetries = this.options.maxRetries ?? 2 }: AskOptions,
  ): AsyncGenerator<ChatEvent, Reply, void> {
    const { maxRetryAfterMs = 60_000, retryDelayMs = 500 } = this.options;
    const { messages, notice } = this.#memo.repair(said);
    if (notice) yield notice;
    const policy = { maxRetries, maxRetryAfterMs, baseDelayMs: retryDelayMs };
    return yield* withRetries(() => this.#attempt({ system, tools, messages }, signal), policy, signal);
  }

  /** One request: its events, and its reply when it is whole. Every delta of every answer passes through here. */
  async *#attempt(request: ModelRequest, signal?: AbortSignal): AsyncGenerator<ChatEvent, Reply, void> {
    signal?.throwIfAborted();
    checkEndpoint(this.endpoint, this.options.headers);
    const { idleTimeoutMs = 120_000, fetch } = this.options;
    const exchange = new Exchange(this.endpoint, { idleTimeoutMs, signal, fetch });
    const decoder = this.decoder();
    const news: ChatEvent[] = [];
    try {
      const response = await this.#open(request, exchange);
      for await (const batch of readAnswer(response, exchange)) {
        for (const event of batch) {
          decoder.push(event, news);
          for (const item of news) {
            if (exchange.failure !== undefined) throw exchange.failure;
            yield item;
          }
          news.length = 0;
        }
        if (decoder.whole) exchange.sawEnd();
      }
    } catch (error) {
      signal?.throwIfAborted();
      const failure = exchange.failure ?? toModelError(error, this.endpoint, exchange.answering);
      if (!decoder.whole || !isOfConnection(failure)) throw failure;
    } finally {
      exchange.close();
    }
    signal?.throwIfAborted();
    if (!decoder.whole) throw exchange.failure ?? cut(exchange);
    return this.#reply(decoder);
  }

  /**
   * Makes of the conversation what the wire accepts. The history itself stays as it was said, so that another wire,
   * or this one later, still finds all of it. Forks look at a message once between them.
   */
  get #memo(): RepairMemo {
    this.#repairs ??= new RepairMemo(this.wire, this.provider);
    return this.#repairs;
  }

  /** Sends the request, again as the server wants it where its answer says how. */
  async #open(request: ModelRequest, exchange: Exchange): Promise<WireResponse> {
    for (;;) {
      const body: JsonObject = { ...this.body(request, this.#learned), ...this.options.extraBody };
      for (const field of this.#learned) this.#leaveOut(field, body);
      try {
        return await this.send(body, exchange);
      } catch (error) {
        const lesson = this.#lessonFrom(error, body);
        if (!lesson) throw error;
        this.#learned.add(lesson);
      }
    }
  }

  #leaveOut(field: string, body: JsonObject): void {
    const insteadName = this.optionalFields[field]?.insteadName;
    if (!(field in body)) return;
    if (insteadName) body[insteadName] = body[field];
    delete body[field];
  }

  #lessonFrom(error: unknown, body: JsonObject): string | undefined {
    const failure = failureOf(error);
    if (failure?.status !== 400 && failure?.status !== 422) return undefined;
    const { message } = errorObject(failure.body);
    const rejected = Object.entries(this.optionalFields).filter(
      ([field, { rejectedBy }]) => field in body && rejectedBy.test(message),
    );
    const demanded = Object.entries(this.demands).filter(([, words]) => words.test(message));
    return [...rejected, ...demanded].map(([name]) => name).find((name) => !this.#learned.has(name));
  }

  #reply(decoder: ReplyDecoder): Reply {
    try {
      return decoder.reply();
    } catch (error) {
      throw toModelError(error, this.endpoint, true);
    }
  }
}

/** What can happen to a connection, and does not matter once the answer is whole. */
const isOfConnection = (failure: unknown): boolean =>
  failure instanceof ModelError && ["network", "idle-timeout", "stream-cut"].includes(failure.code);

function cut({ document, endpoint }: Exchange): ModelError {
  if (document)
    return modelError("bad-response", endpoint, `answered with JSON that is no completion: ${document}`);
  return modelError("stream-cut", endpoint, "ended the stream before the answer was whole.");
}

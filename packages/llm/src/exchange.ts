import { MAX_TIMER_MS } from "./abortable-sleep.js";
import type { Endpoint } from "./endpoint.js";
import { httpFetch, type WireResponse } from "./http-fetch.js";
import { modelError } from "./to-model-error.js";

export interface ExchangeOptions {
  idleTimeoutMs: number;
  signal?: AbortSignal | undefined;
  /** Default: `httpFetch`. */
  fetch?: typeof fetch | undefined;
}

/** One event, and one whole answer, may be this large. Beyond it a server is broken or hostile. */
const MAX_EVENT_BYTES = 16 * 2 ** 20;
const MAX_ERROR_BYTES = 64 * 2 ** 10;
const MAX_ANSWER_BYTES = 256 * 2 ** 20;

/** How long the connection may stay open after the answer is whole. */
const GRACE_MS = 2000;

/** A clock that rings later than this rang in a process that stood still. */
const LATE_MS = 200;

/**
 * One request and its answer on the wire: the abort signal, the idle clock and the bounds. The clock runs only
 * while we wait for the server, never while the reader thinks. `close` it when the answer was read or given up.
 */
export class Exchange {
  /** Why this side ended the exchange; undefined while it did not. */
  failure: unknown;
  /** The server has begun to answer. */
  answering = false;
  /** The answer came as one JSON document instead of events: its beginning. */
  document = "";

  readonly #controller = new AbortController();
  readonly #onAbort = () => this.fail(this.options.signal?.reason);
  #clock: NodeJS.Timeout;
  #waiting = false;
  #waitingSince = 0;
  #eventBytes = 0;
  #answerBytes = 0;

  constructor(
    readonly endpoint: Endpoint,
    private readonly options: ExchangeOptions,
  ) {
    options.signal?.addEventListener("abort", this.#onAbort, { once: true });
    this.#clock = this.#startClock(options.idleTimeoutMs);
    if (options.signal?.aborted) this.#onAbort();
  }

  get signal(): AbortSignal {
    return this.#controller.signal;
  }

  /** What the SDK calls instead of the global `fetch`. Redirects are not followed: they would carry the key along. */
  readonly fetch = (async (url: string, init: RequestInit = {}): Promise<WireResponse> => {
    const send: typeof httpFetch = this.options.fetch ?? httpFetch;
    const response = await this.#waitFor(send(url, { ...init, redirect: "manual" }));
    this.answering = response.ok;
    return response.ok ? response : this.#capped(response);
  }) as unknown as typeof fetch;

  /** The body's chunks, counted, with the clock running while one is awaited. Leaving early closes the connection. */
  async *chunks({ body }: Pick<WireResponse, "body">): AsyncGenerator<Uint8Array, void, void> {
    if (!body) return;
    const reader = body[Symbol.asyncIterator]();
    try {
      for (;;) {
        const step = await this.#waitFor(reader.next());
        if (step.done) return;
        this.#count(step.value.byteLength);
        yield step.value;
      }
    } finally {
      await reader.return?.().catch(() => {});
    }
  }

  /** An error's answer with no more of its body than anyone reads. */
  async #capped(response: WireResponse): Promise<WireResponse> {
    const parts: Uint8Array[] = [];
    let bytes = 0;
    for await (const chunk of this.chunks(response)) {
      parts.push(chunk);
      bytes += chunk.byteLength;
      if (bytes >= MAX_ERROR_BYTES) break;
    }
    const { url, status, statusText, ok, headers } = response;
    const text = async () => new TextDecoder().decode(Buffer.concat(parts));
    return { url, status, statusText, ok, headers, body: null, text };
  }

  /** Runs the idle clock until the promise settles. */
  async #waitFor<T>(promise: Promise<T>): Promise<T> {
    this.#waiting = true;
    this.#restartClock();
    try {
      return await promise;
    } finally {
      this.#waiting = false;
    }
  }

  #count(bytes: number): void {
    this.#eventBytes += bytes;
    this.#answerBytes += bytes;
    if (this.#eventBytes > MAX_EVENT_BYTES || this.#answerBytes > MAX_ANSWER_BYTES)
      throw this.fail(
        modelError("bad-response", this.endpoint, "sent more than one answer can hold without ending it."),
      );
  }

  /** An event was delivered: the next one may be as large again. */
  sawEvent(): void {
    this.#eventBytes = 0;
  }

  /** The answer is whole: whatever is still on the wire gets a moment to arrive. */
  sawEnd(): void {
    clearTimeout(this.#clock);
    this.#clock = this.#startClock(Math.min(GRACE_MS, this.options.idleTimeoutMs));
  }

  /** Ends the exchange from this side; the first reason counts. */
  fail<T>(reason: T): T {
    this.failure ??= reason;
    this.#controller.abort(reason);
    return reason;
  }

  close(): void {
    clearTimeout(this.#clock);
    this.options.signal?.removeEventListener("abort", this.#onAbort);
    this.#controller.abort();
  }

  #restartClock(): void {
    this.#waitingSince = performance.now();
    this.#clock.refresh();
  }

  #startClock(idleMs: number): NodeJS.Timeout {
    const ms = Math.min(idleMs, MAX_TIMER_MS);
    return setTimeout(() => {
      if (!this.#waiting) return;
      // Asleep or busy, this process has not looked yet at what came meanwhile.
      if (performance.now() - this.#waitingSince > ms + LATE_MS) return this.#restartClock();
      const when = this.answering ? "fell silent in mid-answer" : "did not answer";
      const what = `${when}: nothing for ${ms / 1000} s. Raise idleTimeoutMs if it needs longer.`;
      this.fail(modelError("idle-timeout", this.endpoint, what));
    }, ms);
  }
}

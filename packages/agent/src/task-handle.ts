import type { LoopEvent, LoopResult } from "@genericagent/core-loop";
import type { TaskInput } from "./task-input.js";

export type TaskStatus = "waiting" | "running" | "ended" | "failed";

/** What is left of a turn's pieces once the whole is known. */
const PIECES = new Set(["text-delta", "thinking-delta", "tool-call-delta", "tool-output", "void"]);

interface Link {
  event?: LoopEvent;
  next: Promise<Link>;
}

/**
 * A task that was put into an agent's queue. It runs whether somebody reads along or not. Each reader gets all events
 * from the first one on; a late one gets whole replies in place of the pieces they came in.
 */
export class TaskHandle implements AsyncIterable<LoopEvent> {
  status: TaskStatus = "waiting";
  /** How the run ended; rejects as `run` would throw. */
  readonly result: Promise<LoopResult>;
  readonly #controller = new AbortController();
  #kept: LoopEvent[] = [];
  #tail: Promise<Link>;
  #append!: (link: Link) => void;
  #settle!: { resolve: (result: LoopResult) => void; reject: (error: unknown) => void };

  constructor(
    readonly id: number,
    readonly task: TaskInput,
  ) {
    this.result = new Promise((resolve, reject) => {
      this.#settle = { resolve, reject };
    });
    this.result.catch(() => {}); // whoever wants to know asks for it
    this.#tail = this.#newLink();
  }

  get signal(): AbortSignal {
    return this.#controller.signal;
  }

  /** Takes a waiting task out of the queue, or aborts a running one. */
  abort(reason?: unknown): void {
    this.#controller.abort(reason);
  }

  /** The events until the run's end; a failure is told by `result` alone. */
  async *[Symbol.asyncIterator](): AsyncGenerator<LoopEvent, void, void> {
    const [seen, tail] = [[...this.#kept], this.#tail];
    yield* seen;
    for (let link = await tail; link.event; link = await link.next) yield link.event;
  }

  /** For the queue: plays the run into this handle. */
  async follow(run: AsyncGenerator<LoopEvent, LoopResult, void>): Promise<void> {
    this.status = "running";
    try {
      for (let next = await run.next(); ; next = await run.next()) {
        if (next.done) return this.#end("ended", () => this.#settle.resolve(next.value as LoopResult));
        this.#push(next.value);
      }
    } catch (error) {
      this.fail(error);
    }
  }

  /** For the queue: ends a task that could not be run. */
  fail(error: unknown): void {
    this.#end("failed", () => this.#settle.reject(error));
  }

  #push(event: LoopEvent): void {
    if (event.type === "reply" || event.type === "tool-end")
      this.#kept = this.#kept.filter(({ type }) => !PIECES.has(type));
    this.#kept.push(event);
    const append = this.#append;
    const next = this.#newLink();
    this.#tail = next;
    append({ event, next });
  }

  #end(status: TaskStatus, settle: () => void): void {
    this.status = status;
    this.#append({ next: this.#tail });
    settle();
  }

  #newLink(): Promise<Link> {
    return new Promise((resolve) => {
      this.#append = resolve;
    });
  }
}

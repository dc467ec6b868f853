import type { Clock } from "../host/clock.js";
import { unlessAborted } from "../host/unless-aborted.js";

export interface Gathered {
  /** The newest, at most `maxListed`. */
  lines: string[];
  /** How many came in all. */
  count: number;
}

export interface GatheringOptions {
  clock: Clock;
  signal?: AbortSignal | undefined;
  /** A batch is whole when nothing came for this long … */
  quietMs: number;
  /** … or when this time has passed since its first. */
  maxWaitMs: number;
  maxListed: number;
}

/** Collects what happens until it pauses; bounded, however much comes. */
export class Gathering {
  #options: GatheringOptions;
  #items = new Map<string, string>();
  #count = 0;
  #changed = 0;
  #wake = () => {};

  constructor(options: GatheringOptions) {
    this.#options = options;
  }

  /** The same key again replaces what was said of it. */
  add(key: string, line: string): void {
    if (!this.#items.has(key)) this.#count++;
    this.#items.delete(key);
    this.#items.set(key, line);
    if (this.#items.size > this.#options.maxListed) this.#items.delete(this.#items.keys().next().value!);
    this.#changed++;
    this.#wake();
  }

  /** Waits for the first one and for the pause after it. @throws `signal.reason` */
  async next(): Promise<Gathered> {
    const { clock, signal, quietMs, maxWaitMs } = this.#options;
    if (this.#count === 0) {
      const woken = new Promise<void>((resolve) => {
        this.#wake = resolve;
      });
      await unlessAborted(woken, signal);
    }
    const end = clock.now() + maxWaitMs;
    for (let seen = -1; seen !== this.#changed && clock.now() < end; ) {
      seen = this.#changed;
      await clock.sleep(quietMs, signal);
    }
    return this.clear();
  }

  clear(): Gathered {
    const gathered = { lines: [...this.#items.values()], count: this.#count };
    this.#items.clear();
    this.#count = 0;
    return gathered;
  }
}

import type { Clock } from "../host/clock.js";
import { ReflectError } from "../reflect-error.js";

interface Sleeper {
  at: number;
  wake: () => void;
}

/** Wall time that a test moves. Waits take no real time. */
export class FakeClock implements Clock {
  #now: number;
  #sleepers = new Set<Sleeper>();

  constructor(start: string | number) {
    this.#now = new Date(start).getTime();
  }

  now(): number {
    return this.#now;
  }

  async sleep(ms: number, signal?: AbortSignal): Promise<void> {
    signal?.throwIfAborted();
    let onAbort = () => {};
    await new Promise<void>((resolve, reject) => {
      const sleeper = { at: this.#now + ms, wake: resolve };
      this.#sleepers.add(sleeper);
      onAbort = () => {
        this.#sleepers.delete(sleeper);
        reject(signal?.reason);
      };
      signal?.addEventListener("abort", onAbort, { once: true });
    }).finally(() => signal?.removeEventListener("abort", onAbort));
  }

  /** Lets time pass: wakes sleepers in their order, each when the work the last one woke has gone to sleep again. */
  async advance(ms: number): Promise<void> {
    const target = this.#now + ms;
    for (;;) {
      await this.asleep();
      const next = [...this.#sleepers].sort((a, b) => a.at - b.at)[0];
      if (!next || next.at > target) break;
      this.#now = Math.max(this.#now, next.at);
      this.#sleepers.delete(next);
      next.wake();
    }
    this.#now = target;
  }

  async advanceTo(time: string): Promise<void> {
    await this.advance(new Date(time).getTime() - this.#now);
  }

  /** Moves the time as a sleeping machine or a corrected clock does: nobody wakes at the times between. */
  jumpTo(time: string): void {
    this.#now = new Date(time).getTime();
  }

  /** Resolves when somebody sleeps. */
  async asleep(limitMs = 10_000): Promise<void> {
    const end = performance.now() + limitMs;
    while (this.#sleepers.size === 0) {
      if (performance.now() > end)
        throw new ReflectError(
          "invalid-options",
          `Nobody has slept by this clock for ${limitMs} ms: the work has ended, or hangs.`,
        );
      await new Promise((resolve) => setImmediate(resolve));
    }
  }
}

import { BrowserError } from "../browser-error.js";
import type { SendOptions } from "../browser-link.js";

/** How long a command may take when the caller says nothing. */
export const DEFAULT_TIMEOUT_MS = 30_000;

interface Waiter {
  owner: string;
  resolve(value: unknown): void;
  reject(error: unknown): void;
}

/**
 * Commands that wait for their answer. A waiter is stored before its command is sent, and ends by answer, time
 * limit, signal or close, whichever comes first.
 */
export class Waiters {
  readonly #waiting = new Map<number, Waiter>();
  #lastId = 0;

  /** `owner` is the session whose end also ends the command. The error is made here, so that its stack is the caller's. */
  add<Result>(owner: string, method: string, { timeoutMs = DEFAULT_TIMEOUT_MS, signal }: SendOptions) {
    const id = ++this.#lastId;
    const late = new BrowserError("timeout", `${method} did not answer within ${timeoutMs} ms.`);
    const answer = new Promise<Result>((resolve, reject) => {
      const end = (settle: () => void) => {
        if (!this.#waiting.delete(id)) return;
        clearTimeout(timer);
        signal?.removeEventListener("abort", abort);
        settle();
      };
      const abort = () => end(() => reject(signal?.reason));
      const timer = setTimeout(() => end(() => reject(late)), timeoutMs);
      this.#waiting.set(id, {
        owner,
        resolve: (value) => end(() => resolve(value as Result)),
        reject: (error) => end(() => reject(error)),
      });
      if (signal?.aborted) abort();
      else signal?.addEventListener("abort", abort, { once: true });
    });
    return { id, answer, isWaiting: () => this.#waiting.has(id) };
  }

  answer(id: number, value: unknown): void {
    this.#waiting.get(id)?.resolve(value);
  }

  refuse(id: number, error: unknown): void {
    this.#waiting.get(id)?.reject(error);
  }

  /** Ends what waits on a session, or everything. */
  endAll(error: unknown, owner?: string): void {
    for (const waiter of [...this.#waiting.values()])
      if (owner === undefined || waiter.owner === owner) waiter.reject(error);
  }
}

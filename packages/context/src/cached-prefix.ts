import type { Message, ToolSpec, UserMessage } from "@genericagent/core-loop";

/** The first thing that differs from the request before: what comes after it is not read from the cache. */
export type PrefixBreak =
  | { at: "system" | "tools" }
  /** `index` counts the messages sent; `of` is how many the request before had. */
  | { at: "history"; index: number; of: number };

interface Sent {
  system: string;
  tools: readonly ToolSpec[];
  history: readonly Message[];
  message: UserMessage;
}

/** Compares each request with the one before, as a provider's prompt cache does: from the front, byte by byte. */
export class CachedPrefix {
  #before: (Sent & { length: number }) | undefined;

  /**
   * Notes a request. What comes back is the first difference before its last two messages of the user, which is
   * where providers are asked to cache up to; nothing where the prefix holds, and for a first request.
   */
  next({ system, tools, history, message }: Sent): PrefixBreak | undefined {
    const before = this.#before;
    this.#before = { system, tools, history, message, length: history.length };
    if (!before) return undefined;
    if (before.system !== system) return { at: "system" };
    if (before.tools !== tools && !equal(before.tools, tools)) return { at: "tools" };

    const end = Math.max(
      0,
      history.findLastIndex(({ role }) => role === "user"),
    );
    for (let index = 0; index < end; index++) {
      const sent = index < before.length ? before.history[index] : index === before.length && before.message;
      if (sent !== history[index] && !equal(sent, history[index]))
        return { at: "history", index, of: before.length + 1 };
    }
    return undefined;
  }
}

const equal = (a: unknown, b: unknown): boolean => JSON.stringify(a) === JSON.stringify(b);

import type { Message, ToolSpec, UserMessage } from "@genericagent/core-loop";

/** The first thing that differs from the request before: what comes after it is not read from the cache. */
export type PrefixBreak =
  | { at: "system" | "tools" }
  /** `index` counts the messages of the history; `of` is how many there were. */
  | { at: "history"; index: number; of: number };

interface Sent {
  system: string;
  tools: string;
  messages: readonly Message[];
}

/** Compares each request with the one before, as a provider's prompt cache does: from the front, byte by byte. */
export class CachedPrefix {
  #sent: Sent | undefined;
  #tools: { specs: readonly ToolSpec[]; json: string } = { specs: [], json: "[]" };

  /**
   * Notes a request. `broken` says what differs before its last two messages of the user, which is where providers
   * are asked to cache up to; it is absent when the prefix holds, and for a first request. `shared` is the number
   * of messages that are the same from the front.
   */
  next(request: {
    system: string;
    tools: readonly ToolSpec[];
    history: readonly Message[];
    message: UserMessage;
  }): { shared: number; broken?: PrefixBreak } {
    const before = this.#sent;
    const messages = [...request.history, request.message];
    if (this.#tools.specs !== request.tools)
      this.#tools = { specs: request.tools, json: JSON.stringify(request.tools) };
    this.#sent = { system: request.system, tools: this.#tools.json, messages };
    if (!before) return { shared: 0 };
    if (before.system !== request.system) return { shared: 0, broken: { at: "system" } };
    if (before.tools !== this.#tools.json) return { shared: 0, broken: { at: "tools" } };

    const shared = sharedMessages(before.messages, messages);
    const needed = beforeLastUserMessages(messages, 2);
    if (shared >= needed) return { shared };
    return { shared, broken: { at: "history", index: shared, of: before.messages.length } };
  }
}

function sharedMessages(before: readonly Message[], now: readonly Message[]): number {
  const most = Math.min(before.length, now.length);
  for (let index = 0; index < most; index++)
    if (before[index] !== now[index] && JSON.stringify(before[index]) !== JSON.stringify(now[index]))
      return index;
  return most;
}

/** How many messages stand before the last `count` ones of the user. */
function beforeLastUserMessages(messages: readonly Message[], count: number): number {
  let left = count;
  for (let index = messages.length - 1; index >= 0; index--)
    if (messages[index]!.role === "user" && --left === 0) return index;
  return 0;
}

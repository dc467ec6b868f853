import { type Channel, Inbox } from "./channel.js";
import { encode, parse } from "./encode.js";
import { MAX_MESSAGE_BYTES, type WireMessage } from "./wire.js";

export interface PollChannelOptions {
  /** Milliseconds a request without news is held. Default 20 000. */
  holdMs?: number;
  /** Milliseconds without any request after which the other side counts as gone. Default 45 000. */
  silenceMs?: number;
}

/** The bridge's end of a channel over HTTP requests. */
export interface PollChannel extends Channel {
  /**
   * The messages after number `seen`, as JSON texts; waits for one when there is none. What the other side has seen
   * is forgotten, what was lost on the way is sent again.
   */
  receive(seen: number): Promise<{ first: number; messages: string[] }>;
  /** Takes messages, the first of which has the number `first`. What came before is left out. */
  deliver(first: number, messages: readonly string[]): void;
}

/** A channel for browsers or networks that give no socket: one request waits for news, others bring answers. */
export function pollChannel({ holdMs = 20_000, silenceMs = 45_000 }: PollChannelOptions = {}): PollChannel {
  const inbox = new Inbox();
  let settle: (reason: string) => void;
  let wake = (): void => undefined;
  let firstQueued = 1;
  const queue: string[] = [];
  let queuedChars = 0;
  let nextDelivered = 1;
  let open = true;
  const closed = new Promise<string>((resolve) => {
    settle = resolve;
  });
  const silence = setTimeout(() => end("The other side asked for no more messages."), silenceMs).unref();

  function end(reason: string): void {
    open = false;
    clearTimeout(silence);
    settle(reason);
    wake();
  }
  function send(message: WireMessage): boolean {
    const text = encode(message);
    if (text === undefined || !open) return text !== undefined;
    queue.push(text);
    queuedChars += text.length;
    // A reader that long ceased to read must not fill the memory.
    if (queuedChars > 2 * MAX_MESSAGE_BYTES) end("The other side does not fetch its messages.");
    wake();
    return true;
  }
  function forget(seen: number): void {
    const gone = queue.splice(0, Math.max(0, seen - firstQueued + 1));
    firstQueued += gone.length;
    for (const text of gone) queuedChars -= text.length;
  }
  return {
    send,
    closed,
    onMessage: inbox.onMessage,
    close(reason) {
      send({ bye: reason });
      end(reason);
    },
    async receive(seen) {
      silence.refresh();
      wake(); // an older request of the same reader is not held any longer
      forget(seen);
      if (queue.length === 0 && open) await newsWithin(holdMs);
      silence.refresh();
      return { first: firstQueued, messages: queue.slice(0, 200) };
    },
    deliver(first, messages) {
      silence.refresh();
      const fresh = messages.slice(Math.max(0, nextDelivered - first));
      nextDelivered = Math.max(nextDelivered, first + messages.length);
      for (const text of fresh) {
        const message = parse(text);
        if (!message) return end("The other side sent a message that is no JSON.");
        if ("bye" in message) return end(message.bye);
        if (!("beat" in message)) inbox.put(message);
      }
    },
  };

  function newsWithin(limitMs: number): Promise<void> {
    return new Promise((resolve) => {
      const limit = setTimeout(resolve, limitMs);
      wake = () => {
        clearTimeout(limit);
        resolve();
      };
    });
  }
}

import type { WireMessage } from "./wire.js";

/** A connection that carries whole messages in order: over a socket, by long polling, or within a process. */
export interface Channel {
  /**
   * After the end it does nothing: who waits for an answer learns of the end by `closed`.
   *
   * @returns false when the message is larger than the wire carries, and was not sent.
   */
  send(message: WireMessage): boolean;
  /** Set once. What came before is kept for it. */
  onMessage(listener: (message: WireMessage) => void): void;
  /** Resolves once with the reason. */
  readonly closed: Promise<string>;
  close(reason: string): void;
}

/** Keeps messages until somebody listens: the first may come together with the connection. */
export class Inbox {
  #listener: Listener | undefined;
  #early: WireMessage[] = [];

  readonly put = (message: WireMessage): void => {
    if (this.#listener) this.#listener(message);
    else this.#early.push(message);
  };

  readonly onMessage = (listener: Listener): void => {
    this.#listener = listener;
    for (const message of this.#early.splice(0)) listener(message);
  };
}

/** The two ends of a channel within this process. */
export function channelPair(): [Channel, Channel] {
  const inboxes = [new Inbox(), new Inbox()] as const;
  let end: (reason: string) => void;
  let isOpen = true;
  const closed = new Promise<string>((resolve) => {
    end = resolve;
  });
  const close = (reason: string): void => {
    isOpen = false;
    end(reason);
  };
  const side = (own: Inbox, other: Inbox): Channel => ({
    send(message) {
      queueMicrotask(() => isOpen && other.put(message));
      return true;
    },
    onMessage: own.onMessage,
    closed,
    close,
  });
  return [side(inboxes[0], inboxes[1]), side(inboxes[1], inboxes[0])];
}

type Listener = (message: WireMessage) => void;

import type { WireMessage } from "./wire.js";

/** A connection that carries whole messages in order: over a socket, by long polling, or within a process. */
export interface Channel {
  /**
   * After the end it does nothing: who waits for an answer learns of the end by `closed`.
   *
   * @returns false when the message is larger than the wire carries, and was not sent.
   */
  send(message: WireMessage): boolean;
  /** Set once, before messages can come. */
  onMessage(listener: (message: WireMessage) => void): void;
  /** Resolves once with the reason. */
  readonly closed: Promise<string>;
  close(reason: string): void;
}

/** The two ends of a channel within this process. */
export function channelPair(): [Channel, Channel] {
  const listeners: [Listener, Listener] = [ignore, ignore];
  let end: (reason: string) => void = ignore;
  let open = true;
  const closed = new Promise<string>((resolve) => {
    end = resolve;
  });
  const close = (reason: string): void => {
    open = false;
    end(reason);
  };
  const side = (own: 0 | 1): Channel => ({
    send(message) {
      queueMicrotask(() => open && listeners[own === 0 ? 1 : 0](message));
      return true;
    },
    onMessage: (listener) => {
      listeners[own] = listener;
    },
    closed,
    close,
  });
  return [side(0), side(1)];
}

type Listener = (message: WireMessage) => void;
const ignore = (): void => undefined;

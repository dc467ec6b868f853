import { type Channel, Inbox } from "./channel.js";
import { encode, parse } from "./encode.js";
import type { WireMessage } from "./wire.js";

/** What browsers, Node and `ws` all call a WebSocket. */
export interface SocketLike {
  send(data: string): void;
  close(code?: number, reason?: string): void;
  /** `ws` only: without waiting for the other side. */
  terminate?(): void;
  onmessage: ((event: { data: unknown }) => void) | null;
  onclose: ((event: { code: number; reason: string }) => void) | null;
  onerror: ((event: { message?: string }) => void) | null;
}

export interface SocketChannelOptions {
  /** Milliseconds between signs of life; after three without any the connection counts as dead. Default 15 000. */
  heartbeatMs?: number;
}

/**
 * A channel over an open WebSocket. The beats find half-open connections, and keep an extension's service worker
 * awake (since Chrome 116 traffic on a socket does).
 */
export function socketChannel(
  socket: SocketLike,
  { heartbeatMs = 15_000 }: SocketChannelOptions = {},
): Channel {
  const inbox = new Inbox();
  let settle: (reason: string) => void;
  let silentBeats = 0;
  const closed = new Promise<string>((resolve) => {
    settle = resolve;
  });
  const timer = setInterval(beat, heartbeatMs);
  // Only Node has it: a heartbeat alone keeps no process alive.
  (timer as { unref?(): void }).unref?.();

  socket.onmessage = ({ data }) => {
    silentBeats = 0;
    const message = parse(String(data));
    if (!message) return close("The other side sent a message that is no JSON.");
    if ("beat" in message) message.beat === "ping" && send({ beat: "pong" });
    else if ("bye" in message) end(message.bye);
    else inbox.put(message);
  };
  socket.onclose = ({ code, reason }) => end(reason || `The connection closed (${code}).`);
  socket.onerror = ({ message }) => end(`The connection failed${message ? `: ${message}` : ""}.`);

  function beat(): void {
    if (++silentBeats > 3) close("The other side gave no sign of life.");
    else send({ beat: "ping" });
  }
  function send(message: WireMessage): boolean {
    const encoded = encode(message);
    if (encoded !== undefined) socket.send(encoded);
    return encoded !== undefined;
  }
  function close(reason: string): void {
    socket.send(JSON.stringify({ bye: reason }));
    socket.close(1000);
    end(reason);
  }
  function end(reason: string): void {
    clearInterval(timer);
    socket.onmessage = socket.onclose = null;
    socket.onerror = () => undefined;
    settle(reason);
    setTimeout(() => socket.terminate?.(), 200);
  }
  return {
    send,
    onMessage: inbox.onMessage,
    closed,
    close,
  };
}

import { WebSocket } from "ws";
import { BrowserError } from "../browser-error.js";
import type { SendOptions } from "../browser-link.js";
import { Waiters } from "./waiters.js";

/** One answer may be this large. The browser itself gives up at about the same size. */
const MAX_MESSAGE_BYTES = 256 * 1024 * 1024;
const OPEN_TIMEOUT_MS = 15_000;

type Listener = (params: never) => void;

interface Incoming {
  id?: number;
  sessionId?: string;
  method?: string;
  params?: object;
  result?: object;
  error?: { code: number; message: string; data?: string };
}

/** The WebSocket of a browser: commands and events of all its sessions, told apart by their ids (flat mode). */
export class CdpConnection {
  readonly closed: Promise<string>;
  readonly #socket: WebSocket;
  readonly #waiters = new Waiters();
  readonly #listeners = new Map<string, Set<Listener>>();
  #gone: string | undefined;

  private constructor(socket: WebSocket) {
    this.#socket = socket;
    socket.on("message", (data) => this.#receive(String(data)));
    socket.on("error", () => {});
    this.closed = new Promise((resolve) =>
      socket.once("close", (code) => {
        this.#gone = `The connection to the browser is closed (${code}): it was ended, or it died.`;
        this.#waiters.endAll(new BrowserError("disconnected", this.#gone));
        resolve(this.#gone);
      }),
    );
  }

  /** @throws BrowserError `attach-refused` */
  static async open(url: string, headers: Record<string, string> = {}): Promise<CdpConnection> {
    const socket = new WebSocket(url, {
      headers,
      maxPayload: MAX_MESSAGE_BYTES,
      perMessageDeflate: false,
      handshakeTimeout: OPEN_TIMEOUT_MS,
    });
    await new Promise<void>((resolve, reject) => {
      socket.once("open", resolve);
      socket.once("error", (error) =>
        reject(new BrowserError("attach-refused", `Cannot connect to ${url}: ${error.message}.`, error)),
      );
    });
    return new CdpConnection(socket);
  }

  /** `sessionId` is empty for the browser itself. */
  send<Result>(
    sessionId: string,
    method: string,
    params: object = {},
    options: SendOptions = {},
  ): Promise<Result> {
    const { id, answer, isWaiting } = this.#waiters.add<Result>(sessionId, method, options);
    if (this.#gone) this.#waiters.refuse(id, new BrowserError("disconnected", this.#gone));
    else if (isWaiting())
      this.#socket.send(JSON.stringify({ id, method, params, ...(sessionId && { sessionId }) }), (error) => {
        if (error) this.#waiters.refuse(id, new BrowserError("disconnected", error.message, error));
      });
    return answer;
  }

  on(sessionId: string, event: string, listener: Listener): () => void {
    const key = `${sessionId} ${event}`;
    const listeners = this.#listeners.get(key) ?? new Set();
    this.#listeners.set(key, listeners.add(listener));
    return () => {
      listeners.delete(listener);
      if (listeners.size === 0) this.#listeners.delete(key);
    };
  }

  /** Nothing will come from this session any more. */
  endSession(sessionId: string, error: BrowserError): void {
    this.#waiters.endAll(error, sessionId);
    for (const key of this.#listeners.keys())
      if (key.startsWith(`${sessionId} `)) this.#listeners.delete(key);
  }

  async close(): Promise<void> {
    this.#socket.close();
    const timer = setTimeout(() => this.#socket.terminate(), 1_000);
    await this.closed;
    clearTimeout(timer);
  }

  #receive(data: string): void {
    const message = JSON.parse(data) as Incoming;
    if (message.id !== undefined) {
      const { error } = message;
      if (error) this.#waiters.refuse(message.id, protocolError(error));
      else this.#waiters.answer(message.id, message.result);
      return;
    }
    const key = `${message.sessionId ?? ""} ${message.method}`;
    for (const listener of [...(this.#listeners.get(key) ?? [])]) listener((message.params ?? {}) as never);
  }
}

const protocolError = ({ message, data }: { message: string; data?: string }): BrowserError =>
  new BrowserError("protocol", data ? `${message}: ${data}` : message);

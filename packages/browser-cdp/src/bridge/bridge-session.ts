import { BrowserError } from "../browser-error.js";
import type { CdpSession, SendOptions } from "../browser-link.js";
import type { CdpEvent } from "./wire.js";

/** What a session needs of its link. */
export interface SessionPort {
  send<Result>(from: BridgeSession, method: string, params: object, options: SendOptions): Promise<Result>;
  /** The session wants no more events. */
  release(session: BridgeSession): Promise<void>;
  /** Ends the commands of this session that are not answered yet. */
  endCommands(session: BridgeSession, error: BrowserError): void;
}

type Listener = (params: never) => void;
let sessions = 0;

/** A tab that the extension debugs for us, or an out-of-process frame of it. */
export class BridgeSession implements CdpSession {
  readonly closed: Promise<string>;
  /** Unique here: several sessions of a process may share a tab. */
  readonly id = `session ${++sessions}`;
  readonly #listeners = new Map<string, Set<Listener>>();
  readonly #children = new Set<string>();
  #end!: (reason: string) => void;
  #gone: BrowserError | undefined;

  constructor(
    private readonly port: SessionPort,
    readonly tabId: string,
    readonly sessionId?: string,
    /** All frames of the tab: events name the frame alone, however deep it lies. */
    private readonly frames = new Map<string, BridgeSession>(),
  ) {
    this.closed = new Promise((resolve) => {
      this.#end = resolve;
    });
  }

  send<Result = Record<string, unknown>>(
    method: string,
    params: object = {},
    options: SendOptions = {},
  ): Promise<Result> {
    if (this.#gone) return Promise.reject<Result>(new BrowserError(this.#gone.code, this.#gone.message));
    return this.port.send<Result>(this, method, params, options);
  }

  on<Params = Record<string, unknown>>(event: string, listener: (params: Params) => void): () => void {
    const listeners = this.#listeners.get(event) ?? new Set();
    this.#listeners.set(event, listeners.add(listener));
    return () => void listeners.delete(listener);
  }

  child(sessionId: string): BridgeSession {
    const known = this.frames.get(sessionId);
    if (known) return known;
    const child = new BridgeSession(this.port, this.tabId, sessionId, this.frames);
    this.frames.set(sessionId, child);
    this.#children.add(sessionId);
    return child;
  }

  async detach(): Promise<void> {
    if (this.#gone) return;
    if (this.sessionId === undefined) await this.port.release(this);
    this.end(new BrowserError("tab-closed", "The session was detached."));
  }

  /** Hands an event of the tab to the session that it belongs to. */
  receive({ sessionId, method, params }: CdpEvent): void {
    const session = sessionId === undefined ? this : this.frames.get(sessionId);
    if (!session) return;
    if (method === "Target.detachedFromTarget") session.#dropChild(params);
    for (const listener of [...(session.#listeners.get(method) ?? [])]) listener(params as never);
  }

  end(error: BrowserError): void {
    if (this.#gone) return;
    this.#gone = error;
    for (const sessionId of this.#children) this.#endChild(sessionId, error);
    this.#listeners.clear();
    this.port.endCommands(this, error);
    this.#end(error.message);
  }

  #dropChild(params: object): void {
    const { sessionId = "" } = params as { sessionId?: string };
    this.#endChild(sessionId, new BrowserError("tab-closed", "The frame is gone."));
    this.#children.delete(sessionId);
  }

  #endChild(sessionId: string, error: BrowserError): void {
    this.frames.get(sessionId)?.end(error);
    this.frames.delete(sessionId);
  }
}

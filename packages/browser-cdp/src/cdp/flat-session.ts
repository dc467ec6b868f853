import { BrowserError } from "../browser-error.js";
import type { CdpSession, SendOptions } from "../browser-link.js";
import type { CdpConnection } from "./cdp-connection.js";

/** An attached target on the browser's one connection. */
export class FlatSession implements CdpSession {
  readonly closed: Promise<string>;
  readonly #children = new Map<string, FlatSession>();
  #end!: (reason: string) => void;
  #gone: string | undefined;

  constructor(
    private readonly connection: CdpConnection,
    private readonly sessionId: string,
  ) {
    this.closed = new Promise((resolve) => {
      this.#end = resolve;
    });
    connection.on("", "Target.detachedFromTarget", ({ sessionId: gone }: { sessionId: string }) => {
      if (gone === sessionId) this.end("The tab was closed.");
    });
    this.on<{ sessionId: string }>("Target.detachedFromTarget", ({ sessionId: gone }) => {
      this.#children.get(gone)?.end("The frame is gone.");
      this.#children.delete(gone);
    });
    void connection.closed.then((reason) => this.end(reason));
  }

  send<Result = Record<string, unknown>>(method: string, params: object = {}, options: SendOptions = {}) {
    if (this.#gone) return Promise.reject<Result>(new BrowserError("tab-closed", this.#gone));
    return this.connection.send<Result>(this.sessionId, method, params, options);
  }

  on<Params = Record<string, unknown>>(event: string, listener: (params: Params) => void): () => void {
    return this.connection.on(this.sessionId, event, listener as (params: never) => void);
  }

  child(sessionId: string): FlatSession {
    const known = this.#children.get(sessionId);
    if (known) return known;
    const child = new FlatSession(this.connection, sessionId);
    this.#children.set(sessionId, child);
    return child;
  }

  async detach(): Promise<void> {
    if (this.#gone) return;
    await this.connection.send("", "Target.detachFromTarget", { sessionId: this.sessionId }).catch(() => {});
    this.end("The session was detached.");
  }

  end(reason: string): void {
    if (this.#gone) return;
    this.#gone = reason;
    for (const child of this.#children.values()) child.end(reason);
    this.connection.endSession(this.sessionId, new BrowserError("tab-closed", reason));
    this.#end(reason);
  }
}

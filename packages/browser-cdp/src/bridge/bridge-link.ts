import { setTimeout as delay } from "node:timers/promises";
import { errorMessage } from "@genericagent/core-loop";
import { BrowserError } from "../browser-error.js";
import type { BrowserLink, CdpSession, SendOptions, TabEvent, TabInfo } from "../browser-link.js";
import { BridgeSession, type SessionPort } from "./bridge-session.js";
import { CommandLine } from "./command-line.js";
import { FetchedFiles } from "./fetched-files.js";
import { type JoinOptions, joinBridge, type Place } from "./join-bridge.js";
import type { BridgeEvent, CommandName, Commands } from "./wire.js";

/** How often a process whose master ended tries to find or to be the next one. */
const REJOIN_DELAYS_MS = [0, 100, 300, 1000, 3000];

/** A browser that lost the bridge comes back within moments, or not at all. */
const RETURN_MS = 10_000;

/** The user's browser through the extension. Made by `openBridge`. */
export class BridgeLink implements BrowserLink {
  readonly kind = "bridge";
  readonly closed: Promise<string>;
  readonly #line = new CommandLine();
  readonly #sessions = new Map<string, Set<BridgeSession>>();
  readonly #listeners = new Set<(event: TabEvent) => void>();
  readonly #files = new FetchedFiles();
  #place: Place | undefined;
  #product: string | undefined;
  #browserCame!: () => void;
  #browser = this.#nextBrowser();
  #end!: (reason: string) => void;
  #isClosed = false;

  constructor(private readonly options: JoinOptions) {
    this.closed = new Promise((resolve) => {
      this.#end = resolve;
    });
  }

  get product(): string {
    return this.#product ?? "";
  }

  /** Where the bridge is, whether this process holds it, and (if it does) why it last turned somebody away. */
  get place(): { port: number; isMaster: boolean; lastRefusal?: string } | undefined {
    if (!this.#place) return undefined;
    const { port, isMaster, lastRefusal } = this.#place;
    const refusal = lastRefusal();
    return refusal === undefined ? { port, isMaster } : { port, isMaster, lastRefusal: refusal };
  }

  /** @throws BrowserError `bridge`, `wire-version` */
  async join(): Promise<void> {
    const place = await joinBridge(this.options);
    if (this.#isClosed) return place.leave();
    this.#place = place;
    place.channel.onMessage((message) => {
      if ("event" in message) this.#see(message);
      else if ("id" in message && !("method" in message)) this.#line.answer(message);
    });
    this.#line.connect(place.channel);
    void place.channel.closed.then((reason) => this.#rejoin(reason));
  }

  /** @throws BrowserError `no-extension` when no browser connects in time; or the signal's reason. */
  async waitForBrowser(waitMs: number, signal?: AbortSignal): Promise<void> {
    const stop = new AbortController();
    const limit = signal ? AbortSignal.any([signal, stop.signal]) : stop.signal;
    const late = delay(waitMs, true, { signal: limit }).catch(() => false);
    const isLate = await Promise.race([this.#browser.then(() => false), late]);
    stop.abort();
    signal?.throwIfAborted();
    if (isLate) throw noBrowser(waitMs, this.#place);
  }

  tabs(): Promise<TabInfo[]> {
    return this.#ask("tabs", {});
  }

  openTab(url: string): Promise<TabInfo> {
    return this.#ask("open", { url });
  }

  async closeTab(tabId: string): Promise<void> {
    await this.#ask("close", { tabId });
  }

  async activateTab(tabId: string): Promise<void> {
    await this.#ask("activate", { tabId });
  }

  async attach(tabId: string): Promise<CdpSession> {
    const session = new BridgeSession(this.#port, tabId);
    const sessions = this.#sessions.get(tabId) ?? new Set();
    this.#sessions.set(tabId, sessions.add(session));
    session.on<{ url: string; suggestedFilename: string }>("Page.downloadWillBegin", (download) =>
      this.#files.expect(download),
    );
    try {
      await this.#ask("attach", { tabId });
    } catch (error) {
      sessions.delete(session);
      throw error;
    }
    return session;
  }

  /** Takes the files that attached tabs save out of the browser's own download folder, when they are whole. */
  async setDownloadFolder(folder: string): Promise<void> {
    await this.#files.keepIn(folder);
  }

  onTab(listener: (event: TabEvent) => void): () => void {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  }

  close(): Promise<void> {
    return this.#finish("The bridge was closed.");
  }

  /** A restart of the extension, or another master, is waited for: the call after it works. */
  async #ask<Name extends CommandName>(
    method: Name,
    params: Commands[Name]["params"],
  ): Promise<Commands[Name]["result"]> {
    if (!this.#isClosed) await this.waitForBrowser(RETURN_MS);
    return this.#line.ask(method, params);
  }

  readonly #port: SessionPort = {
    send: ({ tabId, sessionId, id }, method, params, options: SendOptions) =>
      this.#line.ask(
        "send",
        { tabId, ...(sessionId !== undefined && { sessionId }), method, params },
        options,
        { owner: id, name: method },
      ),
    endCommands: ({ id }, error) => this.#line.endOwner(id, error),
    release: async (session) => {
      const sessions = this.#sessions.get(session.tabId);
      if (!sessions?.delete(session) || sessions.size > 0) return;
      this.#sessions.delete(session.tabId);
      await this.#line.ask("detach", { tabId: session.tabId }).catch(() => undefined);
    },
  };

  #see(message: BridgeEvent): void {
    switch (message.event) {
      case "cdp":
        for (const session of [...(this.#sessions.get(message.cdp.tabId) ?? [])])
          session.receive(message.cdp);
        break;
      case "detached":
        this.#endSessions(message.tabId, new BrowserError("tab-closed", message.reason));
        break;
      case "saved":
        void this.#files.take(message.file);
        break;
      case "browser":
        this.#product = message.product;
        this.#browserCame();
        break;
      case "no-browser":
        this.#loseBrowser(message.reason);
        break;
      case "tab-closed":
        this.#tell({ type: "tab-closed", tabId: message.tabId });
        break;
      default:
        this.#tell({ type: message.event, tab: message.tab });
    }
  }

  #tell(event: TabEvent): void {
    for (const listener of [...this.#listeners]) listener(event);
  }

  #loseBrowser(reason: string): void {
    this.#browser = this.#nextBrowser();
    const error = new BrowserError("disconnected", `The extension is gone: ${reason}`);
    for (const tabId of [...this.#sessions.keys()]) this.#endSessions(tabId, error);
  }

  #endSessions(tabId: string, error: BrowserError): void {
    const sessions = this.#sessions.get(tabId) ?? [];
    this.#sessions.delete(tabId);
    for (const session of sessions) session.end(error);
  }

  #nextBrowser(): Promise<void> {
    return new Promise((resolve) => {
      this.#browserCame = resolve;
    });
  }

  /** The process that held the bridge ended: one of those who are left holds it next. */
  async #rejoin(reason: string): Promise<void> {
    this.#line.disconnect(new BrowserError("disconnected", reason));
    this.#loseBrowser(reason);
    let last: unknown = reason;
    for (const delayMs of REJOIN_DELAYS_MS) {
      if (this.#isClosed) return;
      await delay(delayMs);
      try {
        return await this.join();
      } catch (error) {
        last = error;
      }
    }
    await this.#finish(`The bridge is gone and could not be opened again: ${errorMessage(last)}`);
  }

  async #finish(reason: string): Promise<void> {
    if (this.#isClosed) return;
    this.#isClosed = true;
    await Promise.all([...this.#sessions.values()].flatMap((set) => [...set]).map((each) => each.detach()));
    this.#line.disconnect(new BrowserError("disconnected", reason));
    await this.#place?.leave();
    this.#end(reason);
  }
}

const noBrowser = (waitMs: number, place: Place | undefined): BrowserError => {
  const refusal = place?.lastRefusal();
  return new BrowserError(
    "no-extension",
    `No browser connected to the bridge on 127.0.0.1:${place?.port} within ${Math.round(waitMs / 1000)} s. ` +
      (refusal ? `It turned somebody away: ${refusal} ` : "") +
      "Is the browser open, and the GenericAgent extension on? `ga browser setup` shows the way.",
  );
};

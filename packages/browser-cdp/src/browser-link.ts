/** One tab as a list shows it. */
export interface TabInfo {
  /** Stable while the tab lives. Opaque: a target id over CDP, a tab id over the bridge. */
  id: string;
  title: string;
  url: string;
  /** The tab that opened this one. */
  openerId?: string;
}

export interface SendOptions {
  /** Milliseconds to wait for the answer. Default 30 000. */
  timeoutMs?: number;
  signal?: AbortSignal;
}

/**
 * An attached tab, or an out-of-process frame of one: commands and events of the Chrome DevTools Protocol. Each
 * command ends by its answer, its time limit, its signal or the end of the session.
 */
export interface CdpSession {
  /** @throws BrowserError `protocol` (the browser said no), `timeout`, `tab-closed`, `disconnected`, or the signal's reason. */
  send<Result = Record<string, unknown>>(
    method: string,
    params?: object,
    options?: SendOptions,
  ): Promise<Result>;
  /** Calls the listener for each event of this name. @returns takes the listener off. */
  on<Params = Record<string, unknown>>(event: string, listener: (params: Params) => void): () => void;
  /** The session of a child target that `Target.attachedToTarget` announced (flat mode). */
  child(sessionId: string): CdpSession;
  /** Resolves once with the reason when the tab, the frame or the browser is gone. */
  readonly closed: Promise<string>;
  detach(): Promise<void>;
}

export type TabEvent =
  | { type: "tab-opened"; tab: TabInfo }
  | { type: "tab-changed"; tab: TabInfo }
  | { type: "tab-closed"; tabId: string };

/**
 * How a browser is reached: a WebSocket of the DevTools Protocol, or the bridge to our extension. Everything that is
 * the same for both (evaluate, input, scan, files) is built once on top of this.
 */
export interface BrowserLink {
  readonly kind: "cdp" | "bridge";
  /** As the browser names itself, for example `Chrome/139.0.7258.66`. */
  readonly product: string;
  tabs(): Promise<TabInfo[]>;
  /** Opens a tab in the background, without taking the user's focus. */
  openTab(url: string): Promise<TabInfo>;
  closeTab(tabId: string): Promise<void>;
  /** Brings the tab to the front. */
  activateTab(tabId: string): Promise<void>;
  attach(tabId: string): Promise<CdpSession>;
  /** Files that pages download go to this folder. */
  setDownloadFolder(folder: string): Promise<void>;
  onTab(listener: (event: TabEvent) => void): () => void;
  /** Resolves once with the reason when the browser or the bridge is gone. */
  readonly closed: Promise<string>;
  /** Ends the link; a browser that this program launched ends with it, one it attached to lives on. */
  close(): Promise<void>;
}

/** What the bridge and the extension say to each other. Imports types only: the extension is built from it too. */
import type { BrowserErrorCode } from "../browser-error.js";
import type { TabInfo } from "../browser-link.js";

/** Raised whenever one side would misunderstand the other. */
export const WIRE_VERSION = 1;

/** Follows from the `key` in the extension's manifest, so it is the same on every machine. */
export const EXTENSION_ID = "dfgdndhidapfonjkaklmaadodlnbkmhn";
export const EXTENSION_ORIGIN = `chrome-extension://${EXTENSION_ID}`;

/** Unassigned by IANA. The first free one is taken; the extension asks at each. */
export const BRIDGE_PORTS: readonly number[] = [19825, 19826, 19827, 19828, 19829];

/** In bytes: a picture of a very long page and a printed book fit. */
export const MAX_MESSAGE_BYTES = 64 * 1024 * 1024;

/** An extension obeys; a client is another `ga` process that shares the bridge. */
export type Role = "extension" | "client";

/** First request of the handshake: who asks, and a number used once. */
export interface Hello {
  role: Role;
  version: number;
  nonce: string;
}

/** The bridge shows that it knows the token, without showing the token. */
export interface HelloReply {
  version: number;
  nonce: string;
  proof: string;
}

/** Second request: the other side shows the same. */
export interface Join {
  nonce: string;
  proof: string;
  /** The browser or the program, for example `Chrome/139.0.7258.66`. */
  product: string;
}

/** Opens one connection, once, within a few seconds. */
export interface JoinReply {
  ticket: string;
}

export type RefusalKind = "refused" | "wire-version" | "busy" | "bad-token";

/** A refusal's body: plain words for whoever set this up. */
export interface Refusal {
  error: { code: RefusalKind; message: string };
}

/** The commands of the bridge, with what they take and give. */
export interface Commands {
  tabs: { params: object; result: TabInfo[] };
  open: { params: { url: string }; result: TabInfo };
  close: { params: { tabId: string }; result: object };
  activate: { params: { tabId: string }; result: object };
  attach: { params: { tabId: string }; result: object };
  detach: { params: { tabId: string }; result: object };
  send: {
    params: { tabId: string; sessionId?: string; method: string; params: object };
    result: object;
  };
}
export type CommandName = keyof Commands;

export interface CdpEvent {
  tabId: string;
  sessionId?: string;
  method: string;
  params: object;
}

/** A file that a page saved, named as the browser named it. */
export interface SavedFile {
  url: string;
  path: string;
}

/** What happens without being asked for. */
export type BridgeEvent =
  | { event: "tab-opened" | "tab-changed"; tab: TabInfo }
  | { event: "tab-closed"; tabId: string }
  | { event: "cdp"; cdp: CdpEvent }
  | { event: "detached"; tabId: string; reason: string }
  | { event: "saved"; file: SavedFile }
  | { event: "browser"; product: string }
  | { event: "no-browser"; reason: string };

export interface CommandMessage {
  id: number;
  method: CommandName;
  params: object;
}
export interface AnswerMessage {
  id: number;
  result?: unknown;
  error?: { code: BrowserErrorCode; message: string };
}
export type WireMessage =
  | CommandMessage
  | AnswerMessage
  /** The asker waits no longer. */
  | { cancel: number }
  | BridgeEvent
  | { beat: "ping" | "pong" }
  /** Why this side closes the connection. */
  | { bye: string };

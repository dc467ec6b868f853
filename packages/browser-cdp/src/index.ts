export { BrowserError, type BrowserErrorCode } from "./browser-error.js";
export type { BrowserLink, CdpSession, SendOptions, TabEvent, TabInfo } from "./browser-link.js";

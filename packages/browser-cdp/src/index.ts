export { BridgeLink } from "./bridge/bridge-link.js";
export {
  type InstalledExtension,
  type InstallOptions,
  installExtension,
} from "./bridge/install-extension.js";
export type { JoinOptions } from "./bridge/join-bridge.js";
export { type BridgeOptions, bridgeAnswers, openBridge } from "./bridge/open-bridge.js";
export { setupPage } from "./bridge/setup-page.js";
export { setupPicture } from "./bridge/setup-picture.js";
export { type SetupStep, setupSteps } from "./bridge/setup-steps.js";
export { BRIDGE_PORTS, EXTENSION_ID, WIRE_VERSION } from "./bridge/wire.js";
export { BrowserError, type BrowserErrorCode } from "./browser-error.js";
export type { BrowserLink, CdpSession, SendOptions, TabEvent, TabInfo } from "./browser-link.js";

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
export { type AttachOptions, attachBrowser } from "./browsers/attach-browser.js";
export { type FoundBrowser, findBrowsers, type Machine } from "./browsers/find-browsers.js";
export { type LaunchOptions, launchBrowser } from "./browsers/launch-browser.js";
export { profileOwner } from "./browsers/profile-lock.js";
export { BrowserDriver, type DriverOptions, type DriverTab } from "./driver/browser-driver.js";
export type { Cookie, NewCookie } from "./driver/cookies.js";
export type { DialogAction, DialogInfo, DialogPolicy, DialogRecord, DialogType } from "./driver/dialogs.js";
export type { Download } from "./driver/download-watch.js";
export type { ScriptOptions, ScriptResult } from "./driver/evaluate.js";
export type { ResultPart } from "./driver/long-results.js";
export { type Changes, type ObserveOptions, observe } from "./driver/observe.js";
export type { PdfOptions, Region, ScreenshotOptions } from "./driver/pictures.js";
export type { SettleOptions } from "./driver/settle.js";
export type { Evaluated, EvaluateOptions, Tab } from "./driver/tab.js";
export type { Point } from "./input/click-point.js";
export type { ClickOptions } from "./input/mouse.js";
export type { TypeOptions } from "./input/page-input.js";
export type { Target } from "./input/target.js";

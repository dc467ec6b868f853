import { afterAll, beforeAll, expect, it } from "vitest";
import { openBridge } from "../src/bridge/open-bridge.js";
import type { BridgeLink } from "../src/bridge/bridge-link.js";
import { type ExtensionBrowser, openExtensionBrowser } from "./extension-browser.js";

let browser: ExtensionBrowser;
let link: BridgeLink;

beforeAll(async () => {
  browser = await openExtensionBrowser();
  link = await openBridge({ folder: browser.home, ports: browser.ports });
}, 60_000);
afterAll(async () => {
  await link?.close();
  await browser?.close();
});

it("connects", async () => {
  expect(link.product).toMatch(/^Chromium\/\d+/);
  expect(await link.tabs()).toEqual([]);
});

import { existsSync } from "node:fs";
import { delimiter, join } from "node:path";
import { type CDPSession, chromium, type Page } from "playwright-core";
import { pageScript, scanPage } from "../src/page-script.js";
import type { PageScanOptions, PageScanResult } from "../src/scan-options.js";

const NAMES = [
  "chromium",
  "chromium-browser",
  "google-chrome",
  "google-chrome-stable",
  "chrome",
  "msedge",
  "microsoft-edge",
];
const PLACES = [
  "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
  "/Applications/Microsoft Edge.app/Contents/MacOS/Microsoft Edge",
  "C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe",
  "C:\\Program Files (x86)\\Microsoft\\Edge\\Application\\msedge.exe",
];

/** Path of a Chromium, Chrome or Edge on this machine: CHROME_PATH, else what is installed. */
export function findChromium(): string {
  const wanted = process.env.CHROME_PATH;
  const folders = (process.env.PATH ?? "").split(delimiter);
  const found = [
    ...(wanted ? [wanted] : []),
    ...NAMES.flatMap((name) => folders.map((folder) => join(folder, name))),
    ...PLACES,
  ].find((path) => existsSync(path));
  if (found) return found;
  throw new Error("These tests need a browser: install Chromium, Chrome or Edge, or set CHROME_PATH to one.");
}

const ARGS = [
  "--headless=new",
  "--no-sandbox",
  "--disable-gpu",
  "--disable-quic",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
];

/** A tab whose page script runs in an isolated world, as a driver has it. */
export interface ScannedTab {
  page: Page;
  scan(options?: PageScanOptions): Promise<PageScanResult>;
  /** Evaluates in the isolated world, by value. */
  inWorld<T>(expression: string): Promise<T>;
  session: CDPSession;
  contextId: number;
}

export interface Chromium {
  /** Loads HTML in the one tab and injects the page script. */
  load(html: string): Promise<ScannedTab>;
  close(): Promise<void>;
}

/** One browser with one tab: opening them is what takes time. */
export async function openChromium(): Promise<Chromium> {
  const browser = await chromium.launch({ executablePath: findChromium(), args: ARGS });
  const page = await browser.newPage({ viewport: { width: 1280, height: 800 } });
  const session = await page.context().newCDPSession(page);
  return {
    async load(html) {
      await page.goto("about:blank");
      await page.setContent(html, { waitUntil: "load" });
      return inject(page, session);
    },
    close: () => browser.close(),
  };
}

async function inject(page: Page, session: CDPSession): Promise<ScannedTab> {
  const { frameTree } = await session.send("Page.getFrameTree");
  const { executionContextId: contextId } = await session.send("Page.createIsolatedWorld", {
    frameId: frameTree.frame.id,
    worldName: `simphtml-test-${worlds++}`,
  });
  const inWorld = async <T>(expression: string): Promise<T> => {
    const { result, exceptionDetails } = await session.send("Runtime.evaluate", {
      expression,
      contextId,
      returnByValue: true,
    });
    if (exceptionDetails) throw new Error(exceptionDetails.exception?.description ?? exceptionDetails.text);
    return result.value as T;
  };
  await session.send("Runtime.evaluate", { expression: pageScript, contextId });
  return { page, session, contextId, inWorld, scan: (options) => inWorld(scanPage(options)) };
}

let worlds = 0;

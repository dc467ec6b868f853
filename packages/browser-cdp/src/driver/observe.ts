import type { TabInfo } from "../browser-link.js";
import type { BrowserDriver } from "./browser-driver.js";
import type { DialogRecord } from "./dialogs.js";
import type { Download } from "./download-watch.js";
import type { Tab } from "./tab.js";

export interface Changes {
  /** Set when the tab shows another document, or the same one anew. */
  navigated?: { url: string; title: string };
  /** Lines that came (`+`) and went (`-`), messages that came and went (`~`); bounded. */
  diff: string;
  dialogs: DialogRecord[];
  openedTabs: TabInfo[];
  downloads: Download[];
  /** False when requests or changes went on beyond the wait. */
  settled: boolean;
}

export interface ObserveOptions {
  /** How long the page may take to settle. Default 5 000. */
  settleMs?: number;
  /** Most tokens of the diff. Default 600. */
  diffTokens?: number;
  signal?: AbortSignal;
}

/** A look at a page must not take longer than the page takes to answer a person. */
const LOOK_MS = 10_000;

/** Does something in a tab, waits until its page has settled, and says what has become different. */
export async function observe<T>(
  driver: BrowserDriver,
  tab: Tab,
  act: () => Promise<T>,
  options: ObserveOptions = {},
): Promise<{ result: T; changes: Changes }> {
  const { settleMs = 5_000, diffTokens = 600, signal } = options;
  const look = { timeoutMs: LOOK_MS, ...(signal && { signal }) };
  // What the page was like before is remembered inside it, for the diff.
  await tab.scan({ budgetTokens: 1 }, look).catch(() => {});
  const navigations = tab.navigations;
  const result = await act();
  const settled = await tab.settle({ maxMs: settleMs, ...(signal && { signal }) }).catch(() => false);
  signal?.throwIfAborted();
  const scan = await tab.scan({ budgetTokens: 1, diff: true, diffTokens }, look).catch(() => undefined);
  const navigated = tab.navigations !== navigations;
  return {
    result,
    changes: {
      ...(navigated && { navigated: { url: scan?.url ?? tab.url, title: scan?.title ?? "" } }),
      diff: navigated ? "" : (scan?.diff?.text ?? ""),
      dialogs: tab.dialogs.take(),
      openedTabs: await driver.takeOpened(),
      downloads: tab.takeDownloads(),
      settled,
    },
  };
}

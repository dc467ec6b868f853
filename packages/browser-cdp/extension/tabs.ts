import type { BridgeEvent } from "../src/bridge/wire.js";
import type { TabInfo } from "../src/browser-link.js";
import { CommandFault } from "./command-fault.js";

export async function listTabs(): Promise<TabInfo[]> {
  return (await chrome.tabs.query({})).flatMap(infoOf);
}

/** In the background; in a new window where there is none, as after the last was closed. */
export async function openTab(url: string): Promise<TabInfo> {
  const windows = await chrome.windows.getAll({ windowTypes: ["normal"] });
  const tab =
    windows.length > 0
      ? await chrome.tabs.create({ url, active: false })
      : (await chrome.windows.create({ url, focused: false }))?.tabs?.[0];
  const [info] = tab ? infoOf(tab) : [];
  if (!info) throw new CommandFault("protocol", `The browser opened no tab for ${url}.`);
  return info;
}

/** @throws CommandFault `unknown-tab` for what is no id of a tab. */
export function tabNumber(tabId: string): number {
  if (/^\d{1,15}$/.test(tabId)) return Number(tabId);
  throw new CommandFault("unknown-tab", `There is no tab ${tabId}. List the tabs.`);
}

export function watchTabs(tell: (event: BridgeEvent) => void): void {
  const changed = (event: "tab-opened" | "tab-changed") => (tab: chrome.tabs.Tab) => {
    for (const info of infoOf(tab)) tell({ event, tab: info });
  };
  chrome.webNavigation.onCreatedNavigationTarget.addListener(({ sourceTabId, tabId }) => {
    openers.set(tabId, sourceTabId);
  });
  chrome.tabs.onCreated.addListener(async ({ id = chrome.tabs.TAB_ID_NONE }) => {
    unannounced.add(id);
    await new Promise((resolve) => setTimeout(resolve, OPENER_KNOWN_MS));
    unannounced.delete(id);
    const tab = await chrome.tabs.get(id).catch(() => undefined); // it may be gone again
    if (tab) changed("tab-opened")(tab);
  });
  chrome.tabs.onUpdated.addListener((id, { url, title, status }, tab) => {
    const isNews = url !== undefined || title !== undefined || status !== undefined;
    if (isNews && !unannounced.has(id)) changed("tab-changed")(tab);
  });
  chrome.tabs.onRemoved.addListener((id) => {
    openers.delete(id);
    tell({ event: "tab-closed", tabId: String(id) });
  });
  // A page that was loaded ahead takes the place of the tab.
  chrome.tabs.onReplaced.addListener(async (added, removed) => {
    tell({ event: "tab-closed", tabId: String(removed) });
    changed("tab-opened")(await chrome.tabs.get(added));
  });
}

/**
 * The tab whose page opened a tab. `openerTabId` does not say that: it is the tab that was in front, also for tabs
 * that we opened.
 */
const openers = new Map<number, number>();

/** The browser tells of the opener just after it tells of the tab. */
const OPENER_KNOWN_MS = 50;
const unannounced = new Set<number>();

function infoOf({ id, title = "", url, pendingUrl }: chrome.tabs.Tab): TabInfo[] {
  if (id === undefined || id === chrome.tabs.TAB_ID_NONE) return [];
  const info: TabInfo = { id: String(id), title, url: url || pendingUrl || "" };
  const opener = openers.get(id);
  return [opener === undefined ? info : { ...info, openerId: String(opener) }];
}

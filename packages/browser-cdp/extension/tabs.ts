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
  chrome.tabs.onCreated.addListener(changed("tab-opened"));
  chrome.tabs.onUpdated.addListener((_id, { url, title, status }, tab) => {
    if (url !== undefined || title !== undefined || status !== undefined) changed("tab-changed")(tab);
  });
  chrome.tabs.onRemoved.addListener((id) => tell({ event: "tab-closed", tabId: String(id) }));
  // A page that was loaded ahead takes the place of the tab.
  chrome.tabs.onReplaced.addListener(async (added, removed) => {
    tell({ event: "tab-closed", tabId: String(removed) });
    changed("tab-opened")(await chrome.tabs.get(added));
  });
}

function infoOf({ id, title = "", url, pendingUrl, openerTabId }: chrome.tabs.Tab): TabInfo[] {
  if (id === undefined || id === chrome.tabs.TAB_ID_NONE) return [];
  const info: TabInfo = { id: String(id), title, url: url || pendingUrl || "" };
  return [openerTabId === undefined ? info : { ...info, openerId: String(openerTabId) }];
}

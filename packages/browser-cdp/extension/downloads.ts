import type { BridgeEvent } from "../src/bridge/wire.js";

/** Tells of each file that the browser has saved whole; the bridge knows which of them are its own. */
export function watchDownloads(tell: (event: BridgeEvent) => void): void {
  chrome.downloads.onChanged.addListener(async ({ id, state }) => {
    if (state?.current !== "complete") return;
    const [item] = await chrome.downloads.search({ id });
    if (item) tell({ event: "saved", file: { url: item.url, path: item.filename } });
  });
}

import type { BrowserChanges, BrowserTab } from "./browser-port.js";

/** What a script did to the page and the browser, a line each; empty when nothing is to be told. */
export function describeChanges({
  navigated,
  diff,
  dialogs,
  downloads,
  openedTabs,
  settled,
}: BrowserChanges): string {
  const lines = [
    ...(navigated ? [`navigated to ${navigated.title ? `${navigated.title} · ` : ""}${navigated.url}`] : []),
    ...dialogs,
    ...openedTabs.map((tab) => `new tab ${describeTab(tab)}`),
    ...downloads,
    ...(settled ? [] : ["the page is still loading or changing"]),
    ...(diff ? ["changed:", diff] : []),
  ];
  return lines.join("\n");
}

const TITLE_CHARS = 60;
const URL_CHARS = 100;

/** `t1 Title · https://…` */
export function describeTab({ id, title, url }: BrowserTab): string {
  const name = title && title !== url ? `${clip(title, TITLE_CHARS)} · ` : "";
  return `${id} ${name}${clip(url || "about:blank", URL_CHARS)}`;
}

const clip = (text: string, chars: number): string => {
  const line = text.replace(/\s+/g, " ").trim();
  return line.length > chars ? `${line.slice(0, chars)}…` : line;
};

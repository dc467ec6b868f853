import { join } from "node:path";
import { dataHomePaths } from "../find-data-home.js";
import { AgentBrowser } from "./agent-browser.js";
import type { BrowserPlace } from "./open-link.js";

/** The browser of a run, not opened yet. Undefined where there is none, or none is wanted: then no web tool is offered. */
export async function findAgentBrowser(
  place: BrowserPlace & { cwd: string },
): Promise<AgentBrowser | undefined> {
  const { mode = "launch", path } = place.config ?? {};
  if (mode === "off") return undefined;
  if (mode === "launch" && !path) {
    const { findBrowsers } = await import("@genericagent/browser-cdp/find");
    if (findBrowsers({ env: place.env }).length === 0) return undefined;
  }
  return new AgentBrowser({ ...place, downloads: join(dataHomePaths(place.dataHome).browser, "downloads") });
}

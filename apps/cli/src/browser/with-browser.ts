import { findDataHome, loadConfig, openLink, profileOf } from "@genericagent/agent";
import {
  attachBrowser,
  BrowserDriver,
  BrowserError,
  type BrowserLink,
  profileOwner,
  type Tab,
} from "@genericagent/browser-cdp";

export interface BrowserUse {
  driver: BrowserDriver;
  link: BrowserLink;
}

/** Runs a command with the configured browser, and lets go of it in the end, whatever happens. */
export async function withBrowser<T>(use: (browser: BrowserUse) => Promise<T>): Promise<T> {
  const { config, dataHome } = await readPlace();
  const link = await openLink({ config, dataHome, env: process.env });
  return useLink(link, use);
}

/** The same with a browser that runs already: nobody wants to list the tabs of a browser that was started for that. */
export async function withRunningBrowser<T>(use: (browser: BrowserUse) => Promise<T>): Promise<T> {
  const { config, dataHome } = await readPlace();
  if ((config.mode ?? "launch") !== "launch") return withBrowser(use);
  const profile = profileOf(config, dataHome);
  if (!(await profileOwner(profile)))
    throw new BrowserError(
      "disconnected",
      `No browser runs with the profile ${profile}. Start it: ga browser open https://…, or name an address.`,
    );
  return useLink(await attachBrowser({ profile }), use);
}

/** A new tab at this address, or the one that a person looked at last. It is closed again if it is new. */
export async function withTab<T>(url: string | undefined, use: (tab: Tab) => Promise<T>): Promise<T> {
  if (url !== undefined) return withBrowser(async ({ driver }) => use(await driver.openTab(address(url))));
  return withRunningBrowser(async ({ driver }) => {
    const tabs = await driver.tabs();
    const tab = tabs.find((one) => /^(https?|file):/.test(one.url)) ?? tabs[0];
    if (!tab) throw new BrowserError("unknown-tab", "No tab is open. Name an address.");
    return use(await driver.switchTab(tab.id));
  });
}

/** What people write in an address bar. */
export const address = (url: string): string =>
  /^(https?|file|data|about|chrome):/i.test(url)
    ? url
    : /^(localhost|127\.|\[::1\])/.test(url)
      ? `http://${url}`
      : `https://${url}`;

export async function readPlace() {
  const dataHome = findDataHome({ cwd: process.cwd() });
  const { browser = {} } = await loadConfig(dataHome);
  return { dataHome, config: browser };
}

async function useLink<T>(link: BrowserLink, use: (browser: BrowserUse) => Promise<T>): Promise<T> {
  const driver = new BrowserDriver(link);
  try {
    return await use({ driver, link });
  } finally {
    await driver.close({ closeTabs: true });
    await link.close();
  }
}

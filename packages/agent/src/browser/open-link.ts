import { isAbsolute, join } from "node:path";
import type { BrowserLink } from "@genericagent/browser-cdp";
import { isGenericAgentError } from "@genericagent/core-loop";
import { dataHomePaths, findUserHome } from "../find-data-home.js";
import type { BrowserConfig } from "./browser-config.js";

export interface BrowserPlace {
  config?: BrowserConfig | undefined;
  dataHome: string;
  env: NodeJS.ProcessEnv;
}

/** The browser that the config names. Loads what drives it now, and not before. */
export async function openLink({ config = {}, dataHome, env }: BrowserPlace): Promise<BrowserLink> {
  const { attachBrowser, launchBrowser, openBridge } = await import("@genericagent/browser-cdp");
  const { endpoint, path, headless } = config;
  if (config.mode === "attach") return attachBrowser({ env, ...(endpoint && { endpoint }) });
  if (config.mode === "bridge") return openBridge({ folder: bridgeFolder(env) });
  const profile = profileOf(config, dataHome);
  try {
    return await launchBrowser({
      profile,
      env,
      ...(path && { path }),
      ...(headless !== undefined && { headless }),
    });
  } catch (error) {
    // Another ga has the browser open: two of them work side by side, each in its own tabs.
    if (isGenericAgentError(error) && error.code === "profile-in-use")
      return attachBrowser({ profile }).catch(() => Promise.reject(error));
    throw error;
  }
}

/** Where `bridge.json` is: one for all projects of a user. */
export const bridgeFolder = (env: NodeJS.ProcessEnv): string =>
  dataHomePaths(findUserHome({ cwd: process.cwd(), env })).browser;

export const profileOf = ({ profile }: BrowserConfig, dataHome: string): string => {
  const { browser } = dataHomePaths(dataHome);
  if (!profile) return join(browser, "profile");
  return isAbsolute(profile) ? profile : join(dataHome, profile);
};

import { BrowserError } from "../browser-error.js";
import { BridgeLink } from "./bridge-link.js";
import type { JoinOptions } from "./join-bridge.js";

export interface BridgeOptions extends JoinOptions {
  /** Milliseconds to wait for the extension: a sleeping one asks every 30 s. Default 35 000. */
  waitMs?: number;
  /** Ends the wait. */
  signal?: AbortSignal;
}

/**
 * The browser the user is logged in to, through our extension. The first process holds the bridge, later ones share
 * it, and when the first ends another takes over.
 *
 * @throws BrowserError `no-extension` when no browser connects, `wire-version` when a `ga` of another release holds
 * the bridge, `bridge` when no port is free or `bridge.json` is damaged; or the signal's reason.
 */
export async function openBridge({
  waitMs = 35_000,
  signal,
  ...options
}: BridgeOptions): Promise<BridgeLink> {
  signal?.throwIfAborted();
  const link = new BridgeLink(options);
  try {
    await link.join();
    await link.waitForBrowser(waitMs, signal);
    return link;
  } catch (error) {
    await link.close();
    throw error;
  }
}

/** Whether a browser can be reached through the bridge just now: a short look, which starts nothing that stays. */
export async function bridgeAnswers(options: JoinOptions, waitMs = 3000): Promise<string | undefined> {
  try {
    const link = await openBridge({ ...options, waitMs });
    const { product } = link;
    await link.close();
    return product;
  } catch (error) {
    if (error instanceof BrowserError) return undefined;
    throw error;
  }
}

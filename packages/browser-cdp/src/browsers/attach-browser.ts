import { BrowserError } from "../browser-error.js";
import { CdpConnection } from "../cdp/cdp-connection.js";
import { CdpLink } from "../cdp/cdp-link.js";
import { readActivePort } from "./active-port.js";
import { type FoundBrowser, findBrowsers } from "./find-browsers.js";

export interface AttachOptions {
  /** `9222`, `http://host:9222`, `ws://…` or `wss://…`. Default: a running browser that allows it. */
  endpoint?: string | number;
  /** Instead of an endpoint: the browser that has this profile open. */
  profile?: string;
  /** Sent with the request, for remote browsers that want a key. */
  headers?: Record<string, string>;
  env?: NodeJS.ProcessEnv;
}

const LOOK_TIMEOUT_MS = 5_000;

/** The way out, wherever a browser does not let anybody in. */
const WAY_OUT =
  "Chrome 136 and later refuse a debugging port on the profile you use every day. Ways out: let ga launch a browser with a profile of its own (log in there once); or start Chrome with --remote-debugging-port=9222 --user-data-dir=<another folder>; or, in Chrome 144 and later, allow it at chrome://inspect/#remote-debugging; or use the extension (ga browser setup).";

/**
 * Connects to a browser that runs already, and leaves it running.
 *
 * @throws BrowserError `attach-refused`, with what else can be done
 */
export async function attachBrowser(options: AttachOptions = {}): Promise<CdpLink> {
  const { endpoint, profile, headers = {}, env = process.env } = options;
  const url =
    endpoint === undefined
      ? await runningBrowser(profile ? [{ name: "A browser", userData: profile }] : findBrowsers({ env }))
      : await socketOf(String(endpoint), headers);
  const connection = await CdpConnection.open(url, headers).catch((error: BrowserError) => {
    throw new BrowserError("attach-refused", `${error.message} ${WAY_OUT}`, error);
  });
  return CdpLink.open(connection, () => connection.close());
}

type Place = Pick<FoundBrowser, "userData"> & { name: string };

/** Chrome ≥ 144 writes its port down when its user allows debugging, and answers there without `/json`. */
async function runningBrowser(places: readonly Place[]): Promise<string> {
  for (const { userData } of places) {
    const found = await readActivePort(userData);
    if (found) return found.url;
  }
  throw new BrowserError(
    "attach-refused",
    `No running browser allows debugging (looked at ${placesOf(places)}). ${WAY_OUT}`,
  );
}

const placesOf = (browsers: readonly Place[]): string =>
  browsers.map(({ name, userData }) => `${name} in ${userData}`).join(", ") ||
  "none: no browser is installed";

async function socketOf(endpoint: string, headers: Record<string, string>): Promise<string> {
  if (/^wss?:\/\//.test(endpoint)) return endpoint;
  const base = /^\d+$/.test(endpoint) ? `http://127.0.0.1:${endpoint}` : endpoint.replace(/\/+$/, "");
  const answer = await fetch(`${base}/json/version`, {
    headers,
    signal: AbortSignal.timeout(LOOK_TIMEOUT_MS),
  }).catch((error: Error) => {
    const why = error.cause instanceof Error ? error.cause.message : error.message;
    throw new BrowserError("attach-refused", `Nothing answers at ${base}: ${why}. ${WAY_OUT}`, error);
  });
  const found = answer.ok
    ? ((await answer.json().catch(() => ({}))) as { webSocketDebuggerUrl?: string })
    : {};
  if (found.webSocketDebuggerUrl) return atSameHost(found.webSocketDebuggerUrl, base);
  const status = answer.ok ? "without an address to connect to" : `with status ${answer.status}`;
  throw new BrowserError("attach-refused", `${base}/json/version answers ${status}. ${WAY_OUT}`);
}

/** A browser behind a tunnel names the host that it sees itself. */
function atSameHost(socketUrl: string, base: string): string {
  const url = new URL(socketUrl);
  const { host, protocol } = new URL(base);
  url.host = host;
  url.protocol = protocol === "https:" ? "wss:" : "ws:";
  return url.href;
}

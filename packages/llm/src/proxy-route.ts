import type { Agent } from "node:http";
import { originOf } from "./endpoint.js";

/** A way to a server through another one. */
export interface ProxyRoute {
  agent: Agent;
  /** The proxy's address without its password, for people. */
  origin: string;
}

const VARIABLES = ["HTTPS_PROXY", "HTTP_PROXY", "ALL_PROXY"].flatMap((name) => [name, name.toLowerCase()]);
const LOOPBACK = /^(localhost|.*\.localhost|127(\.\d+){3}|\[::1\])$/i;
const agents = new Map<string, Promise<Agent>>();

/**
 * The proxy that the environment names for an address, by `HTTPS_PROXY`, `HTTP_PROXY`, `ALL_PROXY` and `NO_PROXY`
 * in either case; undefined where there is none. A model on this machine is never asked through one.
 */
export async function proxyRoute(url: string): Promise<ProxyRoute | undefined> {
  if (!VARIABLES.some((name) => process.env[name])) return undefined;
  const { hostname, protocol } = new URL(url);
  if (LOOPBACK.test(hostname)) return undefined;
  const { getProxyForUrl } = await import("proxy-from-env");
  const proxy = withScheme(getProxyForUrl(url));
  if (!proxy) return undefined;
  if (!URL.canParse(proxy))
    throw Object.assign(new TypeError("The proxy has no readable address."), { proxy: originOf(proxy) });
  const key = `${protocol} ${proxy}`;
  const agent = agents.get(key) ?? makeAgent(proxy, protocol);
  agents.set(key, agent);
  return { agent: await agent, origin: originOf(proxy) };
}

/** A proxy without a scheme speaks HTTP, as everywhere; the library gives it the scheme of the address asked for. */
const withScheme = (proxy: string): string =>
  VARIABLES.some((name) => process.env[name] === proxy) ? proxy : proxy.replace(/^\w+:/, "http:");

async function makeAgent(proxy: string, protocol: string): Promise<Agent> {
  if (/^socks/i.test(proxy)) {
    const { SocksProxyAgent } = await import("socks-proxy-agent");
    return new SocksProxyAgent(proxy, { keepAlive: true });
  }
  if (protocol === "http:") {
    const { HttpProxyAgent } = await import("http-proxy-agent");
    return new HttpProxyAgent(proxy, { keepAlive: true });
  }
  const { HttpsProxyAgent } = await import("https-proxy-agent");
  return new HttpsProxyAgent(proxy, { keepAlive: true });
}

import type { Channel } from "../src/bridge/channel.js";
import { shakeHands } from "../src/bridge/handshake.js";
import { socketChannel } from "../src/bridge/socket-channel.js";
import { BRIDGE_PORTS } from "../src/bridge/wire.js";
import { productName } from "./product-name.js";
import { requestChannel } from "./request-channel.js";
import type { Status } from "./status.js";

const OPEN_LIMIT_MS = 3000;

/** What `ga browser setup` put beside this extension, readable by the user alone. */
interface Pairing {
  token: string;
  /** Asked before the usual ones. */
  ports?: number[];
  /** For networks and tests that give no WebSocket. */
  transport?: "socket" | "requests";
}

/** Asks for the bridge at each port once, and opens a socket, or requests where there is no socket to be had. */
export async function openChannel(): Promise<{ channel?: Channel; status: Status }> {
  const pairing = await readPairing();
  if (!pairing) return { status: { kind: "unpaired" } };
  let status: Status = { kind: "searching" };
  const product = await productName();
  for (const port of new Set([...(pairing.ports ?? []), ...BRIDGE_PORTS])) {
    const asked = await shakeHands({ port, token: pairing.token, role: "extension", product });
    if (asked.kind === "refused") {
      status = { kind: "refused", message: asked.message };
      if (asked.code === "wire-version") await reloadIfNewer();
    }
    if (asked.kind !== "joined") continue;
    const socket = pairing.transport === "requests" ? undefined : await openSocket(port, asked.ticket);
    if (socket)
      return { channel: socketChannel(socket as never), status: { kind: "connected", port, by: "socket" } };
    const again = await shakeHands({ port, token: pairing.token, role: "extension", product });
    if (again.kind !== "joined") continue;
    return {
      channel: requestChannel(port, again.ticket),
      status: { kind: "connected", port, by: "requests" },
    };
  }
  return { status };
}

/** Read anew each time: setup may have run since. */
async function readPairing(): Promise<Pairing | undefined> {
  try {
    const response = await fetch(chrome.runtime.getURL("pairing.json"), { cache: "no-store" });
    const pairing = (await response.json()) as Pairing;
    return typeof pairing.token === "string" ? pairing : undefined;
  } catch {
    return undefined;
  }
}

function openSocket(port: number, ticket: string): Promise<WebSocket | undefined> {
  return new Promise((resolve) => {
    const socket = new WebSocket(`ws://127.0.0.1:${port}/socket/${ticket}`);
    const limit = setTimeout(() => socket.close(), OPEN_LIMIT_MS);
    const settle = (opened?: WebSocket) => {
      clearTimeout(limit);
      socket.onopen = socket.onclose = null;
      resolve(opened);
    };
    socket.onopen = () => settle(socket);
    socket.onclose = () => settle();
  });
}

/** Setup of a newer release replaced the files below us: start from those. */
async function reloadIfNewer(): Promise<void> {
  const response = await fetch(chrome.runtime.getURL("manifest.json"), { cache: "no-store" });
  const { version } = (await response.json()) as { version: string };
  if (version !== chrome.runtime.getManifest().version) chrome.runtime.reload();
}

import { WebSocket } from "ws";
import { BrowserError } from "../browser-error.js";
import { openBridgeFile, saveBridgeFile } from "./bridge-file.js";
import { BridgeHub } from "./bridge-hub.js";
import { type BridgeServer, listenBridge } from "./bridge-server.js";
import { type Channel, channelPair } from "./channel.js";
import { type Handshake, shakeHands } from "./handshake.js";
import type { PollChannelOptions } from "./poll-channel.js";
import { type SocketChannelOptions, socketChannel } from "./socket-channel.js";
import { BRIDGE_PORTS } from "./wire.js";

export interface JoinOptions extends SocketChannelOptions, PollChannelOptions {
  /** Holds `bridge.json`. */
  folder: string;
  /** Default `BRIDGE_PORTS`; the extension asks at these. */
  ports?: readonly number[];
  /** See `ExtensionSeat`. */
  aliveWithinMs?: number;
}

/** A place at the bridge: as the master, or as a client of another process that is it. */
export interface Place {
  channel: Channel;
  port: number;
  isMaster: boolean;
  /** Why the bridge turned somebody away last; known to the master alone. */
  lastRefusal(): string | undefined;
  leave(): Promise<void>;
}

/**
 * Finds the one bridge of this user on this machine, or becomes it.
 *
 * @throws BrowserError `bridge` when every port is taken by others, `wire-version` when the bridge is of another release.
 */
export async function joinBridge(options: JoinOptions): Promise<Place> {
  const file = openBridgeFile(options.folder);
  const ports = options.ports ?? BRIDGE_PORTS;
  const refusals: string[] = [];
  for (const port of new Set([file.port, ...ports])) {
    const place = await joinAt(port, file.token, options, refusals);
    if (place) return place;
  }
  for (const port of ports) {
    // Taken meanwhile: perhaps by a bridge of ours that was a moment faster.
    const place =
      (await listenAt(port, file.token, options)) ?? (await joinAt(port, file.token, options, refusals));
    if (!place) continue;
    if (place.isMaster && place.port !== file.port)
      saveBridgeFile(options.folder, { ...file, port: place.port });
    return place;
  }
  const told = refusals.length > 0 ? ` The last answer was: ${refusals.at(-1)}` : "";
  throw new BrowserError(
    "bridge",
    `The bridge found no free port on 127.0.0.1; it tried ${ports.join(", ")}.${told} End what listens there.`,
  );
}

async function joinAt(
  port: number,
  token: string,
  options: JoinOptions,
  refusals: string[],
): Promise<Place | undefined> {
  const asked = await shakeHands({ port, token, role: "client", product: `ga (pid ${process.pid})` });
  if (asked.kind === "joined") return attachAt(port, asked.ticket, options);
  if (asked.kind === "refused") {
    if (asked.code === "wire-version") throw otherRelease(port, asked);
    refusals.push(`port ${port}: ${asked.message}`);
  }
  return undefined;
}

const otherRelease = (port: number, { message }: Handshake & { kind: "refused" }): BrowserError =>
  new BrowserError(
    "wire-version",
    `Another ga of a different release holds the bridge on port ${port}. ${message} ` +
      "End it (`ga ps` lists what runs), or use the same release.",
  );

function attachAt(port: number, ticket: string, options: JoinOptions): Promise<Place | undefined> {
  const socket = new WebSocket(`ws://127.0.0.1:${port}/socket/${ticket}`, { handshakeTimeout: 5000 });
  return new Promise((resolve) => {
    socket.once("error", () => resolve(undefined)); // it ended between the handshake and now
    socket.once("open", () => {
      const channel = socketChannel(socket as never, options);
      resolve({
        channel,
        port,
        isMaster: false,
        lastRefusal: () => undefined,
        leave: async () => channel.close("This ga ends."),
      });
    });
  });
}

async function listenAt(port: number, token: string, options: JoinOptions): Promise<Place | undefined> {
  const hub = new BridgeHub(options.aliveWithinMs);
  let lastRefusal: string | undefined;
  let server: BridgeServer;
  try {
    server = await listenBridge({
      ...options,
      token,
      port,
      admit: (guest) => hub.admit(guest),
      onChannel: (channel, guest) => hub.welcome(channel, guest),
      onRefused: ({ message }) => {
        lastRefusal = message;
      },
    });
  } catch {
    return undefined; // taken, or not allowed: the next port may do
  }
  const [own, hubs] = channelPair();
  hub.welcome(hubs, { role: "client", product: "this process" });
  return {
    channel: own,
    port: server.port,
    isMaster: true,
    lastRefusal: () => lastRefusal,
    async leave() {
      hub.close("The ga that held the bridge ends.");
      await server.close();
    },
  };
}

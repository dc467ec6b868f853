import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo, Socket } from "node:net";
import type { Duplex } from "node:stream";
import { WebSocketServer } from "ws";
import { BridgeDoor, type Guest, Refused } from "./bridge-door.js";
import type { Channel } from "./channel.js";
import { type PollChannel, type PollChannelOptions, pollChannel } from "./poll-channel.js";
import { readBody } from "./read-body.js";
import { type SocketChannelOptions, socketChannel } from "./socket-channel.js";
import { EXTENSION_ORIGIN, MAX_MESSAGE_BYTES } from "./wire.js";

export interface BridgeServerOptions extends SocketChannelOptions, PollChannelOptions {
  token: string;
  /** 0: any free port. */
  port: number;
  /** Asked before a guest with the right token gets a ticket. @throws Refused when there is no seat for it. */
  admit(guest: Guest): Promise<void>;
  /** A guest's connection is open. */
  onChannel(channel: Channel, guest: Guest): void;
  /** A guest was turned away; for messages. */
  onRefused?(refused: Refused): void;
}

export interface BridgeServer {
  readonly port: number;
  close(): Promise<void>;
}

/** Hello, join and proofs are short. */
const MAX_HANDSHAKE_BYTES = 4096;

/**
 * Listens on 127.0.0.1 for the extension and for other `ga` processes.
 *
 * @throws the system's error (`EADDRINUSE`) when the port is taken.
 */
export async function listenBridge(options: BridgeServerOptions): Promise<BridgeServer> {
  const door = new BridgeDoor(options.token);
  const polls = new Map<string, PollChannel>();
  const sockets = new WebSocketServer({
    noServer: true,
    maxPayload: MAX_MESSAGE_BYTES,
    perMessageDeflate: false, // loopback is fast, and packed messages can be bombs
  });
  const server = createServer((request, response) => void answer(request, response));
  server.on("upgrade", (request, socket, head) => upgrade(request, socket, head));
  server.headersTimeout = 10_000;
  await listen(server, options.port);
  const { port } = server.address() as AddressInfo;

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const refused = door.checkHeaders(request, port);
    if (refused) return refuse(response, refused);
    if (request.headers.origin) response.setHeader("access-control-allow-origin", EXTENSION_ORIGIN);
    try {
      if (request.method !== "POST") throw new Refused(404, "refused", NOTHING_HERE);
      reply(response, 200, await route(request));
    } catch (error) {
      refuse(response, error instanceof Refused ? error : new Refused(400, "refused", String(error)));
    }
  }

  async function route(request: IncomingMessage): Promise<object> {
    const [, path = "", ticket = ""] = (request.url ?? "").split("/");
    const { origin } = request.headers;
    if (path === "hello") return door.hello(await readBody(request, MAX_HANDSHAKE_BYTES), origin);
    if (path === "join") {
      const guest = await door.join(await readBody(request, MAX_HANDSHAKE_BYTES), origin);
      await options.admit(guest);
      return { ticket: door.ticketFor(guest) };
    }
    const poll = polls.get(ticket) ?? openPoll(path, ticket);
    if (path === "receive") {
      const { seen } = (await readBody(request, MAX_HANDSHAKE_BYTES)) as { seen: number };
      return poll.receive(Number(seen) || 0);
    }
    const { first, messages } = (await readBody(request, MAX_MESSAGE_BYTES)) as SendBody;
    if (!Array.isArray(messages)) throw new Refused(400, "refused", "A send needs messages.");
    poll.deliver(Number(first) || 0, messages.map(String));
    return {};
  }

  function openPoll(path: string, ticket: string): PollChannel {
    const guest = path === "receive" || path === "send" ? door.redeem(ticket) : undefined;
    if (!guest) throw new Refused(404, "refused", NOTHING_HERE);
    const poll = pollChannel(options);
    polls.set(ticket, poll);
    // The last words can still be fetched for a moment.
    void poll.closed.then(() => setTimeout(() => polls.delete(ticket), 2000).unref());
    options.onChannel(poll, guest);
    return poll;
  }

  function upgrade(request: IncomingMessage, socket: Duplex, head: Buffer): void {
    const [, path, ticket = ""] = (request.url ?? "").split("/");
    const refused = door.checkHeaders(request, port);
    const guest = !refused && path === "socket" ? door.redeem(ticket) : undefined;
    if (!guest) {
      dropSocket(socket, refused);
      return;
    }
    sockets.handleUpgrade(request, socket, head, (webSocket) =>
      options.onChannel(socketChannel(webSocket as never, options), guest),
    );
  }

  function refuse(response: ServerResponse, refused: Refused): void {
    options.onRefused?.(refused);
    reply(response, refused.status, { error: { code: refused.code, message: refused.message } });
  }
  function dropSocket(socket: Duplex, refused = new Refused(403, "refused", NOTHING_HERE)): void {
    options.onRefused?.(refused);
    socket.on("error", () => undefined);
    socket.end(`HTTP/1.1 ${refused.status} Refused\r\nConnection: close\r\nContent-Length: 0\r\n\r\n`);
  }

  const connections = trackConnections(server);
  return {
    port,
    async close() {
      for (const poll of polls.values()) poll.close("The bridge ends.");
      await new Promise<void>((resolve) => {
        server.close(() => resolve());
        // Closing channels say goodbye first.
        setTimeout(() => {
          for (const socket of connections) socket.destroy();
        }, 100);
      });
    },
  };
}

interface SendBody {
  first: number;
  messages: unknown[];
}

const NOTHING_HERE = "There is nothing here. This is the bridge of GenericAgent to its browser extension.";

function reply(response: ServerResponse, status: number, body: object): void {
  response.writeHead(status, { "content-type": "application/json", "cache-control": "no-store" });
  response.end(JSON.stringify(body));
}

function listen(server: Server, port: number): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once("error", reject);
    server.listen(port, "127.0.0.1", () => resolve());
  });
}

function trackConnections(server: Server): Set<Socket> {
  const connections = new Set<Socket>();
  server.on("connection", (socket) => {
    connections.add(socket);
    socket.on("close", () => connections.delete(socket));
  });
  return connections;
}

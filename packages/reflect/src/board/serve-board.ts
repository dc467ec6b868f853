import { randomBytes, timingSafeEqual } from "node:crypto";
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { Board, type BoardOptions } from "./board.js";
import { KEY_HEADER } from "./board-protocol.js";

export interface ServeBoardOptions extends BoardOptions {
  /** Default: a new random one. */
  key?: string;
  /** Default: any free one. */
  port?: number;
}

export interface BoardServer {
  url: string;
  key: string;
  board: Board;
  close(): Promise<void>;
}

const MAX_BODY = 1_000_000;

/** A board on 127.0.0.1. Only who knows the key is answered, and no web page is. */
export async function serveBoard(options: ServeBoardOptions = {}): Promise<BoardServer> {
  const { key = randomBytes(18).toString("base64url"), port = 0 } = options;
  const board = await Board.open(options);
  const server = createServer((request, response) => {
    answer(request, board, key).then(
      (reply) => send(response, reply),
      (error) =>
        send(response, {
          status: error instanceof Refusal ? error.status : 500,
          body: { error: error.message },
        }),
    );
  });
  server.requestTimeout = 30_000;
  await listen(server, port);
  const { port: bound } = server.address() as AddressInfo;
  return { url: `http://127.0.0.1:${bound}`, key, board, close: () => closeServer(server) };
}

interface Reply {
  status: number;
  body?: object;
}

async function answer(request: IncomingMessage, board: Board, key: string): Promise<Reply> {
  guard(request, key);
  const { pathname } = new URL(request.url ?? "/", "http://board");
  const [place, id = "", act] = pathname.slice(1).split("/");
  const route = `${request.method} ${place}${id && "/ID"}${act ? `/${act}` : ""}`;
  if (route === "GET tasks") return { status: 200, body: { tasks: board.list() } };
  if (route === "GET tasks/ID") {
    const task = board.list().find((each) => each.id === id);
    return task ? { status: 200, body: task } : { status: 404, body: { error: "there is no such task" } };
  }
  const body = await readBody(request);
  switch (route) {
    case "POST tasks":
      return { status: 201, body: { id: await board.post(text(body, "title"), text(body, "prompt")) } };
    case "POST claim": {
      const claim = await board.claim(text(body, "worker"));
      return claim ? { status: 200, body: claim } : { status: 204 };
    }
    case "POST tasks/ID/heartbeat":
      return board.heartbeat(id, text(body, "claim")) ? { status: 204 } : LOST;
    case "POST tasks/ID/result": {
      const status = text(body, "status") === "done" ? "done" : "failed";
      const why = typeof body.why === "string" ? { why: body.why } : {};
      const result = { status, text: text(body, "text"), ...why } as const;
      return (await board.result(id, text(body, "claim"), result))
        ? { status: 200, body: { accepted: true } }
        : LOST;
    }
    default:
      throw new Refusal(404, `there is no ${request.method} ${pathname}`);
  }
}

const LOST: Reply = { status: 409, body: { error: "the task was given to somebody else, or has a result" } };

class Refusal extends Error {
  readonly status: number;

  constructor(status: number, message: string) {
    super(message);
    this.status = status;
  }
}

/** A page in a browser may reach 127.0.0.1 by a name of its own: only the address itself is answered. */
function guard({ headers }: IncomingMessage, key: string): void {
  const host = (headers.host ?? "").replace(/:\d+$/, "");
  if (!["127.0.0.1", "localhost"].includes(host))
    throw new Refusal(403, "the board is spoken to by 127.0.0.1");
  if (headers.origin !== undefined) throw new Refusal(403, "web pages are not answered");
  const given = Buffer.from(String(headers[KEY_HEADER] ?? ""));
  const wanted = Buffer.from(key);
  if (given.length !== wanted.length || !timingSafeEqual(given, wanted))
    throw new Refusal(401, "the key is wrong");
}

async function readBody(request: IncomingMessage): Promise<Record<string, unknown>> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size > MAX_BODY) throw new Refusal(413, `more than ${MAX_BODY} bytes`);
    chunks.push(chunk);
  }
  try {
    const value: unknown = JSON.parse(Buffer.concat(chunks).toString("utf8") || "{}");
    if (typeof value === "object" && value !== null && !Array.isArray(value))
      return value as Record<string, unknown>;
  } catch {
    // said below
  }
  throw new Refusal(400, "the body must be one JSON object");
}

function text(body: Record<string, unknown>, key: string): string {
  const value = body[key];
  if (typeof value === "string") return value;
  throw new Refusal(400, `"${key}" must be a text`);
}

function send(response: ServerResponse, { status, body }: Reply): void {
  response.writeHead(status, { "content-type": "application/json" });
  response.end(body && JSON.stringify(body));
}

const listen = (server: Server, port: number): Promise<void> =>
  new Promise((resolve, reject) => {
    server.once("error", reject);
    server.listen(port, "127.0.0.1", () => resolve());
  });

const closeServer = (server: Server): Promise<void> =>
  new Promise((resolve) => {
    server.close(() => resolve());
    server.closeAllConnections();
  });

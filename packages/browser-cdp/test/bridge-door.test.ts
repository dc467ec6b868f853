import { once } from "node:events";
import { request } from "node:http";
import { createConnection } from "node:net";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { WebSocket } from "ws";
import { BridgeHub } from "../src/bridge/bridge-hub.js";
import { type BridgeServer, listenBridge } from "../src/bridge/bridge-server.js";
import { prove, randomHex } from "../src/bridge/proof.js";
import { EXTENSION_ORIGIN, MAX_MESSAGE_BYTES, WIRE_VERSION } from "../src/bridge/wire.js";

/** What a stranger, or the extension, can do with plain requests; no browser adds its own rules. */
const token = randomHex();
let hub: BridgeHub;
let server: BridgeServer;
let channels: number;
/** Longer than a loaded machine keeps this process waiting: what lives must not count as dead. */
const ALIVE_WITHIN_MS = 1_500;
const SILENCE_MS = 1_500;

beforeEach(async () => {
  channels = 0;
  hub = new BridgeHub(ALIVE_WITHIN_MS);
  server = await listenBridge({
    token,
    port: 0,
    heartbeatMs: 50,
    holdMs: 100,
    silenceMs: SILENCE_MS,
    admit: (guest) => hub.admit(guest),
    onChannel(channel, guest) {
      channels++;
      hub.welcome(channel, guest);
    },
  });
});
afterEach(async () => {
  hub.close("The test ends.");
  await server.close();
});

describe("requests", () => {
  it("refuses a foreign Host, as after DNS rebinding", async () => {
    const answer = await post("hello", hello(), { host: `evil.example:${server.port}` });
    expect(answer).toMatchObject({ status: 403, body: { error: { code: "refused" } } });
  });

  it.each([
    "https://evil.example",
    "http://127.0.0.1:8080",
    "null",
    "chrome-extension://aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa",
    `${EXTENSION_ORIGIN}.evil.example`,
  ])("refuses the origin %s, with the right token too", async (origin) => {
    expect((await post("hello", hello(), { origin })).status).toBe(403);
    const own = await post("hello", hello(), extension);
    const { nonce } = own.body as { nonce: string };
    const proof = await prove(token, "extension", nonce, NONCE);
    expect((await post("join", { nonce, proof }, { origin })).status).toBe(403);
  });

  it("gives no page leave to read an answer", async () => {
    const answer = await post("hello", hello(), { origin: "https://evil.example" });
    expect(answer.headers["access-control-allow-origin"]).toBeUndefined();
    expect((await post("hello", hello(), extension)).headers["access-control-allow-origin"]).toBe(
      EXTENSION_ORIGIN,
    );
  });

  it("lets nobody be a client who has an origin, nor an extension who has none", async () => {
    expect((await post("hello", { ...hello(), role: "client" }, extension)).status).toBe(403);
    expect((await post("hello", hello(), {})).status).toBe(403);
  });

  it("refuses a wrong token, a proof for another direction, and a proof used twice", async () => {
    expect(await join(await prove(randomHex(), "extension", await nonceOf(), NONCE))).toMatchObject({
      status: 403,
    });
    const nonce = await nonceOf();
    const reflected = await prove(token, "bridge", nonce, NONCE);
    expect(await join(reflected, nonce)).toMatchObject({ body: { error: { code: "bad-token" } } });
    const fresh = await nonceOf();
    const proof = await prove(token, "extension", fresh, NONCE);
    expect((await join(proof, fresh)).status).toBe(200);
    expect((await join(proof, fresh)).status).toBe(403);
  });

  it("proves that it knows the token before anybody shows a proof to it, and never sends the token", async () => {
    const answer = await post("hello", hello(), extension);
    const { nonce, proof } = answer.body as { nonce: string; proof: string };
    expect(proof).toBe(await prove(token, "bridge", NONCE, nonce));
    expect(JSON.stringify(answer.body)).not.toContain(token);
  });

  it("names both versions of the wire when they differ", async () => {
    const answer = await post("hello", { ...hello(), version: WIRE_VERSION + 1 }, extension);
    expect(answer.status).toBe(409);
    expect(answer.body).toEqual({
      error: {
        code: "wire-version",
        message: expect.stringMatching(/version 2.*version 1.*ga browser setup/),
      },
    });
  });

  it.each(["", "{", "[]", "7", '{"role":"extension","version":1,"nonce":"short"}'])(
    "answers a broken body with a refusal: %s",
    async (body) => {
      const answer = await post("hello", body, extension);
      expect(answer.status).toBeGreaterThanOrEqual(400);
      expect(answer.body).toHaveProperty("error.message");
    },
  );

  it("reads no more of a stranger's body than a handshake needs", async () => {
    const answer = await post("hello", { ...hello(), padding: "x".repeat(10_000) }, extension);
    expect(answer.status).toBe(413);
  });

  it("shows nothing to a look from outside", async () => {
    expect((await post("", {}, {}, "GET")).status).toBe(404);
    expect((await post("receive/abc", { seen: 0 }, extension)).status).toBe(404);
    expect((await post(`send/${randomHex()}`, { first: 1, messages: [] }, extension)).status).toBe(404);
  });
});

describe("sockets", () => {
  it("refuses before the upgrade: no ticket, a used ticket, a page's origin, a foreign host", async () => {
    const ticket = await ticketOf();
    const attempts = [
      open("socket/", extension),
      open(`socket/${randomHex()}`, extension),
      open(`socket/${ticket}`, { origin: "https://evil.example" }),
      open(`socket/${ticket}`, { ...extension, host: "evil.example" }),
    ];
    for (const attempt of attempts) expect(await attempt).toBe("Unexpected server response: 403");
    expect(channels).toBe(0);
    expect(await open(`socket/${ticket}`, extension)).toBe("open");
    expect(await open(`socket/${ticket}`, extension)).toBe("Unexpected server response: 403");
    expect(channels).toBe(1);
  });

  it("closes the connection on a message that is no JSON, and on one that is too large", async () => {
    const first = await connect();
    first.send("{");
    expect(await byeOf(first)).toContain("no JSON");
    const second = await connect();
    second.send(Buffer.alloc(MAX_MESSAGE_BYTES + 1, "x"));
    const [code] = await once(second, "close");
    expect(code).toBe(1009);
  });

  it("finds a half-open connection by its missing heartbeat", async () => {
    const socket = await connect({ answers: false });
    expect(await byeOf(socket)).toContain("no sign of life");
  });

  it("refuses a second extension while the first lives, and replaces one that is dead", async () => {
    const first = await connect({ answers: true });
    const refused = await join(...(await rightProof()));
    expect(refused).toMatchObject({ status: 409, body: { error: { code: "busy" } } });
    expect(JSON.stringify(refused.body)).toContain("one browser at a time");
    first.removeAllListeners("message"); // as a killed service worker: the socket is there, nobody reads
    expect((await join(...(await rightProof()))).status).toBe(200);
  });

  it("survives connections that say nothing or nonsense", async () => {
    const socket = createConnection(server.port, "127.0.0.1").resume();
    await once(socket, "connect");
    socket.write("\u0000\u0001nonsense\r\n\r\n");
    await once(socket, "close");
    const silent = createConnection(server.port, "127.0.0.1");
    await once(silent, "connect");
    expect((await post("hello", hello(), extension)).status).toBe(200);
    silent.destroy();
  });
});

describe("long polling", () => {
  it("carries numbered messages, sends lost ones again and takes doubled ones once", async () => {
    const ticket = await ticketOf();
    const receive = async (seen: number) =>
      (await post(`receive/${ticket}`, { seen }, extension)).body as Received;
    const opened = receive(0);
    const answer = new Promise((resolve) => hubAsks("tabs", resolve));
    let news = await opened;
    while (news.messages.length === 0) news = await receive(0); // a request is not held for ever: then one asks again
    expect(news.first).toBe(1);
    const lostOnTheWay = await receive(0);
    expect(lostOnTheWay).toEqual(news);
    const { id } = JSON.parse(news.messages[0] ?? "") as { id: number };
    const batch = { first: 1, messages: [JSON.stringify({ id, result: [] })] };
    await post(`send/${ticket}`, batch, extension);
    await post(`send/${ticket}`, batch, extension);
    expect(await answer).toMatchObject({ result: [] });
    expect(await receive(1)).toEqual({ first: 2, messages: [] });
  });

  it("counts an extension that asks no more as gone", async () => {
    const ticket = await ticketOf();
    await post(`receive/${ticket}`, { seen: 0 }, extension);
    await new Promise((resolve) => setTimeout(resolve, 2 * SILENCE_MS));
    const answer = await new Promise((resolve) => hubAsks("tabs", resolve));
    expect(answer).toMatchObject({ error: { code: "no-extension" } });
  });
});

interface Received {
  first: number;
  messages: string[];
}

const NONCE = "ab".repeat(32);
const extension = { origin: EXTENSION_ORIGIN };
const hello = () => ({ role: "extension", version: WIRE_VERSION, nonce: NONCE });

async function nonceOf(): Promise<string> {
  return ((await post("hello", hello(), extension)).body as { nonce: string }).nonce;
}
async function rightProof(): Promise<[string, string]> {
  const nonce = await nonceOf();
  return [await prove(token, "extension", nonce, NONCE), nonce];
}
async function join(proof: string, nonce?: string) {
  return post("join", { nonce: nonce ?? (await nonceOf()), proof, product: "Test/1" }, extension);
}
async function ticketOf(): Promise<string> {
  return ((await join(...(await rightProof()))).body as { ticket: string }).ticket;
}

/** As the user's own process asks through the hub. */
function hubAsks(method: "tabs", answered: (answer: unknown) => void): void {
  hub.welcome(
    {
      send(message) {
        if ("id" in message) answered(message);
        return true;
      },
      onMessage: (listener) => void setTimeout(() => listener({ id: 1, method, params: {} }), 20),
      closed: new Promise(() => undefined),
      close: () => undefined,
    },
    { role: "client", product: "test" },
  );
}

interface Answer {
  status: number;
  headers: Record<string, unknown>;
  body: unknown;
}

function post(
  path: string,
  body: unknown,
  headers: Record<string, string>,
  method = "POST",
): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const sent = request(
      { host: "127.0.0.1", port: server.port, path: `/${path}`, method, headers, agent: false },
      (response) => {
        let text = "";
        response.setEncoding("utf8").on("data", (chunk) => {
          text += chunk;
        });
        response.on("end", () =>
          resolve({ status: response.statusCode ?? 0, headers: response.headers, body: JSON.parse(text) }),
        );
      },
    );
    sent.on("error", reject);
    sent.end(method === "GET" ? undefined : typeof body === "string" ? body : JSON.stringify(body));
  });
}

/** "open", or why not. */
function open(path: string, headers: Record<string, string>): Promise<string> {
  return new Promise((resolve) => {
    const socket = new WebSocket(`ws://127.0.0.1:${server.port}/${path}`, { headers });
    socket.on("open", () => {
      resolve("open");
      socket.terminate();
    });
    socket.on("error", (error) => resolve(error.message));
  });
}

/** An extension of ours; `answers`: it obeys `tabs` and beats back. */
async function connect({ answers = true } = {}): Promise<WebSocket> {
  const socket = new WebSocket(`ws://127.0.0.1:${server.port}/socket/${await ticketOf()}`, {
    headers: extension,
  });
  if (answers)
    socket.on("message", (data) => {
      const message = JSON.parse(String(data)) as { id?: number; beat?: string };
      if (message.id !== undefined) socket.send(JSON.stringify({ id: message.id, result: [] }));
      if (message.beat === "ping") socket.send(JSON.stringify({ beat: "pong" }));
    });
  socket.on("error", () => undefined);
  await once(socket, "open");
  return socket;
}

function byeOf(socket: WebSocket): Promise<string> {
  return new Promise((resolve) => {
    socket.on("message", (data) => {
      const { bye } = JSON.parse(String(data)) as { bye?: string };
      if (bye !== undefined) resolve(bye);
    });
  });
}

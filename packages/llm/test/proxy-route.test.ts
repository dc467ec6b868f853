import { once } from "node:events";
import { createServer, request } from "node:http";
import { type AddressInfo, createServer as createTcpServer } from "node:net";
import type { Duplex } from "node:stream";
import { text } from "@genericagent/core-loop";
import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from "vitest";
import { OpenAIChatSession } from "../src/index.js";
import { type ModelAnswer, startModelServer } from "../src/testing/index.js";
import { ask, askToFail } from "./ask.js";

const NAMES = ["HTTP_PROXY", "HTTPS_PROXY", "ALL_PROXY", "NO_PROXY"];

beforeEach(() => {
  for (const name of NAMES) for (const each of [name, name.toLowerCase()]) vi.stubEnv(each, "");
});
afterEach(() => vi.unstubAllEnvs());

/** A proxy that takes every address for the model server's, and tells who was asked for. */
async function startProxy(
  script: ModelAnswer[],
  onConnect: (socket: Duplex) => void = (socket) => void socket.destroy(),
) {
  const model = await startModelServer({ script });
  const seen: string[] = [];
  const proxy = createServer((incoming, outgoing) => {
    seen.push(`${incoming.method} ${incoming.url} ${incoming.headers["proxy-authorization"] ?? ""}`.trim());
    const { pathname } = new URL(incoming.url!);
    const { method, headers } = incoming;
    const passed = request(`${model.url}${pathname}`, { method, headers }, (answer) => {
      outgoing.writeHead(answer.statusCode!, answer.headers);
      answer.pipe(outgoing);
    });
    incoming.pipe(passed);
  });
  proxy.on("connect", ({ url }, socket) => {
    seen.push(`CONNECT ${url}`);
    onConnect(socket);
  });
  await once(proxy.listen(0, "127.0.0.1"), "listening");
  onTestFinished(async () => {
    proxy.closeAllConnections();
    proxy.close();
    await model.close();
  });
  return { seen, model, host: `127.0.0.1:${(proxy.address() as AddressInfo).port}` };
}

const session = (baseUrl: string) =>
  new OpenAIChatSession({ model: "m", apiKey: "k", baseUrl, maxRetries: 0, idleTimeoutMs: 20_000 });

const PLAIN = "http://model.test/v1";
const SAFE = "https://model.test/v1";

describe("a proxy that the environment names", () => {
  it("is asked for an http address, with its own credentials, again and again", async () => {
    const { seen, host } = await startProxy([{ text: "Hello." }, { text: "Again." }]);
    vi.stubEnv("http_proxy", `http://ann:s3cret@${host}`);
    const asked = session(PLAIN);
    expect((await ask(asked)).reply.message.content).toEqual([text("Hello.")]);
    expect((await ask(asked)).reply.message.content).toEqual([text("Again.")]);
    const line = `POST http://model.test/v1/chat/completions Basic ${btoa("ann:s3cret")}`;
    expect(seen).toEqual([line, line]);
  });

  it("opens a tunnel for an https address, through which it sees nothing but TLS", async () => {
    const first: number[] = [];
    const { seen, host } = await startProxy([], (socket) => {
      socket.write("HTTP/1.1 200 Connection established\r\n\r\n");
      socket.once("data", (bytes: Buffer) => {
        first.push(bytes[0]!);
        socket.destroy();
      });
    });
    vi.stubEnv("HTTPS_PROXY", host); // without a scheme: HTTP
    const { error } = await askToFail(session(SAFE));
    expect(seen).toEqual(["CONNECT model.test:443"]);
    expect(first).toEqual([22]); // a TLS handshake
    expect(error).toMatchObject({
      code: "network",
      message: expect.stringContaining(`proxy http://${host}`),
    });
  });

  it("speaks SOCKS too", async () => {
    const greetings: number[] = [];
    const socks = createTcpServer((socket) =>
      socket.once("data", (bytes) => {
        greetings.push(bytes[0]!);
        socket.destroy();
      }),
    );
    await once(socks.listen(0, "127.0.0.1"), "listening");
    onTestFinished(() => void socks.close());
    vi.stubEnv("ALL_PROXY", `socks5h://127.0.0.1:${(socks.address() as AddressInfo).port}`);
    const { error } = await askToFail(session(SAFE));
    expect(greetings).toEqual([5]);
    expect(error).toMatchObject({ code: "network", retryable: true });
  });

  it.each([
    [
      "that is not there",
      "http://ann:s3cret@127.0.0.1:9",
      /through the proxy http:\/\/127\.0\.0\.1:9: ECONNREFUSED\. Check HTTPS_PROXY/,
    ],
    ["whose address cannot be read", "http://[", /proxy an unreadable address.*Check HTTPS_PROXY/],
  ])("%s is named in the error", async (_, proxy, says) => {
    vi.stubEnv("HTTPS_PROXY", proxy);
    const { error } = await askToFail(session(SAFE));
    expect(error).toMatchObject({ code: "network", message: expect.stringMatching(says) });
    expect(error.message).not.toContain("s3cret");
  });

  it("that refuses is quoted", async () => {
    const { host } = await startProxy([], (socket) =>
      socket.end("HTTP/1.1 407 Proxy Authentication Required\r\ncontent-length: 12\r\n\r\nWho are you?"),
    );
    vi.stubEnv("HTTPS_PROXY", `http://${host}`);
    const { error } = await askToFail(session(SAFE));
    expect(error).toMatchObject({ code: "network", message: expect.stringMatching(/407.*HTTPS_PROXY/) });
  });

  it("is not asked for this machine, nor for what NO_PROXY names", async () => {
    const { seen, model, host } = await startProxy([{ text: "Hello." }]);
    for (const name of ["HTTP_PROXY", "HTTPS_PROXY"]) vi.stubEnv(name, `http://${host}`);
    expect((await ask(session(model.baseUrl("openai-chat")))).reply.message.content).toEqual([
      text("Hello."),
    ]);
    vi.stubEnv("NO_PROXY", "model.test");
    expect((await askToFail(session(PLAIN))).error).toMatchObject({ code: "network" });
    expect(seen).toEqual([]);
  });
});

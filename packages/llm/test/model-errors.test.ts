import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { gzipSync } from "node:zlib";
import { isGenericAgentError } from "@genericagent/core-loop";
import { describe, expect, it } from "vitest";
import { AnthropicSession, ModelError, OpenAIChatSession } from "../src/index.js";
import type { ModelAnswer } from "../src/testing/index.js";
import { ask, askToFail, serve } from "./ask.js";
import { type WireUnderTest, wires } from "./wires.js";

const failing = (status: number, message: string, more: object = {}): ModelAnswer => ({
  status,
  body: { type: "error", error: { message, ...more } },
});

/** Answers of real providers, shortened. */
const answers: [code: string, answer: ModelAnswer, says?: RegExp][] = [
  ["auth", failing(401, "invalid x-api-key", { type: "authentication_error" }), /Check \w+_API_KEY/],
  ["auth", failing(403, "Your region is not supported"), /Check/],
  ["billing", failing(402, "Insufficient Balance"), /credit/],
  ["billing", failing(429, "You exceeded your current quota", { code: "insufficient_quota" })],
  [
    "billing",
    failing(400, "Your credit balance is too low to access the API", { type: "invalid_request_error" }),
  ],
  ["rate-limit", failing(429, "This request would exceed the rate limit of 30,000 input tokens per minute")],
  ["overloaded", failing(529, "Overloaded", { type: "overloaded_error" })],
  ["overloaded", failing(503, "The engine is currently overloaded")],
  ["server-error", failing(500, "Internal server error", { type: "api_error" })],
  ["server-error", { status: 502, body: "Bad Gateway" }],
  ["server-error", { status: 502, body: "<html>Bad gateway</html>" }, /web page.*server's side/],
  ["not-found", failing(404, "model: m-1", { type: "not_found_error" }), /base URL/],
  ["context-overflow", failing(400, "prompt is too long: 208310 tokens > 200000 maximum")],
  [
    "context-overflow",
    failing(400, "This model's maximum context length is 128000 tokens", { code: "context_length_exceeded" }),
  ],
  [
    "context-overflow",
    failing(400, "The input token count (1200000) exceeds the maximum number of tokens allowed"),
  ],
  ["context-overflow", failing(500, "the request exceeds the available context size")],
  ["context-overflow", failing(413, "Request exceeds the maximum size")],
  [
    "bad-request",
    failing(400, "max_tokens: 16000 > 8192, which is the maximum allowed number of output tokens"),
  ],
  ["bad-request", failing(422, "messages.1: tool result without its call")],
  ["refusal", failing(400, "The response was filtered", { code: "content_filter" })],
  ["not-found", { status: 404, body: "<!doctype html><html><title>nginx</title></html>" }, /web page/],
  ["bad-response", { body: "<html><title>Welcome</title></html>" }, /web page.*base URL.*Welcome/],
  ["bad-response", { body: { hello: "world" } }, /no completion.*hello/],
  [
    "stream-cut",
    { body: '{"choices":[{"mess', headers: { "content-type": "application/json" } },
    /not whole/,
  ],
  ["stream-cut", { body: "data: {broken}\n\n" }, /not JSON/],
  ["stream-cut", { body: "" }, /before the answer was whole/],
  ["stream-cut", { body: "data: [DONE]\n\n" }],
  [
    "not-found",
    { status: 307, headers: { location: "https://new.example/v1" } },
    /redirects to https:\/\/new\.example/,
  ],
];

describe.each(wires)("errors: $wire", (wire) => {
  it.each(answers)("%s: %j", async (code, answer, says = /./) => {
    const { session, server } = await serve(wire, [answer], { maxRetries: 0 });
    const { error } = await askToFail(session);
    expect(error).toBeInstanceOf(ModelError);
    expect(isGenericAgentError(error)).toBe(true);
    expect(error.code).toBe(code);
    expect(error.message).toMatch(says);
    expect(error.message).toContain(`${session.provider}/m-1 at ${new URL(server.url).host}`);
    expect(error.message).not.toContain("\n");
    expect(error.message.length).toBeLessThan(500);
    expect(session.history).toEqual([]);
  });

  it("says whether a local server is running at all", async () => {
    const closed = createServer().listen(0, "127.0.0.1");
    await once(closed, "listening");
    const { port } = closed.address() as AddressInfo;
    await new Promise((resolve) => closed.close(resolve));
    const session = wire.open({ model: "m", baseUrl: `http://127.0.0.1:${port}`, maxRetries: 0 });
    const { error } = await askToFail(session);
    expect(error).toMatchObject({ code: "network", retryable: true });
    expect(error.message).toContain(`Is the server running at http://127.0.0.1:${port}?`);
  });

  it("never repeats the key, whatever the server says, nor follows a redirect with it", async () => {
    const apiKey = "my-very-own-key-4711";
    const said = `Bearer ${apiKey} is wrong; so are ${apiKey} and sk-proj-abcdefgh12345678`;
    const { session } = await serve(wire, [failing(401, said)], { apiKey });
    const { error } = await askToFail(session);
    expect(JSON.stringify({ ...error, message: error.message, stack: error.stack })).not.toMatch(
      /4711|abcdefgh/,
    );
    expect(error.message).toContain("[key]");
  });

  it("cuts a long answer short", async () => {
    const { session } = await serve(wire, [{ status: 400, body: "x".repeat(2 ** 20) }]);
    expect((await askToFail(session)).error.message.length).toBeLessThan(500);
  });

  it.each(["auth", "billing", "bad-request"])("does not try again after %s", async (code) => {
    const [, answer] = answers.find(([name]) => name === code)!;
    const { session, server } = await serve(wire, [answer], { maxRetries: 2 });
    const { error, events } = await askToFail(session);
    expect(error).toMatchObject({ code, retryable: false });
    expect(events).toEqual([]);
    expect(server.requests).toHaveLength(1);
  });

  it("tries again as often as it may, and waits as long as the server asks", async () => {
    const { session, server } = await serve(wire, [
      { status: 500, headers: { "retry-after-ms": "3" } },
      { status: 529 },
      { text: "At last." },
    ]);
    const { events, reply } = await ask(session);
    expect(events.filter(({ type }) => type === "retry")).toMatchObject([
      { attempt: 1, delayMs: 3, code: "server-error" },
      { attempt: 2, code: "overloaded" },
    ]);
    expect(reply.message.content).toEqual([{ type: "text", text: "At last." }]);
    expect(server.requests).toHaveLength(3);
  });

  it("reads a date by the server's clock, for the one here may be wrong", async () => {
    const headers = {
      date: "Tue, 01 Jan 2019 10:00:00 GMT",
      "retry-after": "Tue, 01 Jan 2019 10:00:40 GMT",
    };
    const { session } = await serve(wire, [{ status: 429, headers }], { maxRetries: 0 });
    expect((await askToFail(session)).error).toMatchObject({ retryAfterMs: 40_000 });
  });

  it("C4: does not sleep for hours but says when it may be tried again", async () => {
    const { session } = await serve(wire, [{ status: 429, headers: { "retry-after": "10800" } }]);
    const { error, events } = await askToFail(session);
    expect(error).toMatchObject({ code: "rate-limit", status: 429, retryAfterMs: 10_800_000 });
    expect(error.message).toContain("tried again in 3 h");
    expect(events).toEqual([]);
  });
});

describe("bounds", () => {
  const [wire] = wires as [WireUnderTest];

  it("bounds an event without an end", async () => {
    const { session } = await serve(wire, [{ body: `data: {"a":"${"x".repeat(17 * 2 ** 20)}` }]);
    expect((await askToFail(session)).error).toMatchObject({ code: "bad-response", retryable: false });
  });

  it("bounds what a small answer unpacks to", async () => {
    const body = gzipSync(Buffer.alloc(64 * 2 ** 20));
    const { session } = await serve(wire, [{ body, headers: { "content-encoding": "gzip" } }]);
    expect((await askToFail(session)).error).toMatchObject({ code: "bad-response" });
  });
});

describe("before anything is sent", () => {
  it("asks for the key that is missing", async () => {
    const variable = process.env.ANTHROPIC_API_KEY;
    delete process.env.ANTHROPIC_API_KEY;
    try {
      const { error } = await askToFail(new AnthropicSession({ model: "m" }));
      expect(error).toMatchObject({ code: "auth" });
      expect(error.message).toContain("set ANTHROPIC_API_KEY");
    } finally {
      if (variable !== undefined) process.env.ANTHROPIC_API_KEY = variable;
    }
  });

  it.each(["localhost:8080/v1", "ftp://x", "", "http://"])("refuses the base URL %j", async (baseUrl) => {
    const { error } = await askToFail(new OpenAIChatSession({ model: "m", baseUrl }));
    expect(error).toMatchObject({ code: "bad-request" });
    expect(error.message).toContain("base URL");
  });

  it("does not repeat a key or a header that cannot be sent, and trims what can", async () => {
    for (const wire of wires) {
      const headers = { "x-token": "secret\u4e16" };
      for (const options of [{ apiKey: "secret\nkey" }, { headers }]) {
        const { error } = await askToFail(
          wire.open({ model: "m", baseUrl: "http://127.0.0.1:9", ...options }),
        );
        expect(error.code).toBe("bad-request");
        expect(`${error.stack} ${error.cause}`).not.toContain("secret");
      }
      const { session, server } = await serve(wire, [{ text: "ok" }], { apiKey: " key-0123456789\n" });
      await ask(session);
      expect(server.requests[0]?.headers.authorization).toBe("Bearer key-0123456789");
    }
  });

  it("sends no key to an address that was given without one", async () => {
    for (const wire of wires) {
      const { session, server } = await serve(wire, [{ text: "ok" }], { apiKey: "" });
      await ask(session);
      expect(server.requests[0]?.headers).not.toHaveProperty("authorization");
      expect(server.requests[0]?.headers).not.toHaveProperty("x-api-key");
    }
  });
});

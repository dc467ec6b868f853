import { getEventListeners } from "node:events";
import { text, toolCallsOf, userMessage } from "@genericagent/core-loop";
import { describe, expect, it } from "vitest";
import { ask, askToFail, joined, serve, types } from "./ask.js";
import { wires } from "./wires.js";

const image = { type: "image", mediaType: "image/png", data: "iVBORw0KGgo=" } as const;
const readTool = { name: "read", description: "Reads.", parameters: { type: "object", properties: {} } };

describe.each(wires)("session contract: $wire", (wire) => {
  it("streams an answer, returns it whole and adds both messages to the history", async () => {
    const { session, server } = await serve(wire, [{ text: "Hello, wörld 你好" }]);
    const { events, reply } = await ask(session);
    expect(joined(events, "text-delta")).toBe("Hello, wörld 你好");
    expect(reply).toMatchObject({ stopReason: "end-turn", model: `${session.provider}/m-1` });
    expect(session.history).toEqual([userMessage("Hi"), reply.message]);
    expect(server.requests[0]?.body).toMatchObject({ model: "m-1", stream: true });
    expect(JSON.stringify(server.requests[0]?.body)).toContain("Be brief.");
  });

  it("counts usage in one unit: cached tokens are input", async () => {
    const usage = { inputTokens: 100, cachedInputTokens: 60, outputTokens: 9 };
    const { session } = await serve(wire, [{ text: "x", usage }]);
    expect((await ask(session)).reply.usage).toEqual({ ...usage, cacheWriteTokens: 0 });
  });

  it("carries calls and their results", async () => {
    const { session, server } = await serve(wire, [
      { text: "Reading.", toolCalls: [{ name: "read", args: { path: "ä.txt" }, id: "c1" }] },
      { text: "Done." },
    ]);
    const { events, reply } = await ask(session, "Hi", { tools: [readTool] });
    expect(joined(events, "tool-call-delta")).toBe('{"path":"ä.txt"}');
    expect(reply.stopReason).toBe("tool-calls");
    expect(toolCallsOf(reply.message)).toEqual([
      { type: "tool-call", id: "c1", name: "read", args: { path: "ä.txt" } },
    ]);

    await ask(session, [
      { type: "tool-result", callId: "c1", name: "read", content: [text(" ")] },
      text("Go on."),
    ]);
    const sent = JSON.stringify(server.requests[1]?.body);
    expect(sent).toContain("(no output)");
    expect(sent).toContain("Go on.");
    expect(session.history).toHaveLength(4);
  });

  it("keeps thinking and its signature byte-exact, and drops that of another wire or provider", async () => {
    const signature = "EqQB+/=é\\u0000";
    const { session, server } = await serve(wire, [
      { thinking: "Let me see", signature, text: "A", toolCalls: [{ name: "read" }] },
      { text: "B" },
    ]);
    const { events, reply } = await ask(session);
    expect(joined(events, "thinking-delta")).toBe("Let me see");
    expect(reply.message.content[0]).toMatchObject({ type: "thinking", text: "Let me see", wire: wire.wire });
    await ask(session);
    const sent = JSON.stringify(server.requests[1]?.body);
    expect(sent).toContain("Let me see");
    if (wire.wire !== "openai-chat") expect(sent).toContain(JSON.stringify(signature).slice(1, -1));

    for (const other of wires.filter((candidate) => candidate !== wire)) {
      const there = await serve(other, [{ text: "C" }], { history: session.history });
      await ask(there.session);
      expect(JSON.stringify(there.server.requests[0]?.body)).not.toContain("Let me see");
    }
    const elsewhere = await serve(wire, [{ text: "C" }], { history: session.history, provider: "other" });
    await ask(elsewhere.session);
    expect(JSON.stringify(elsewhere.server.requests[0]?.body)).not.toContain("Let me see");
  });

  it("sends images of the user and of tools, and no blank text", async () => {
    const { session, server } = await serve(wire, [
      { toolCalls: [{ name: "shot", id: "c1" }] },
      { text: "B" },
    ]);
    await ask(session, [text("  "), text("Look:"), image]);
    await ask(session, [{ type: "tool-result", callId: "c1", name: "shot", content: [image] }]);
    const [first, second] = server.requests.map(({ body }) => JSON.stringify(body));
    expect(first).toContain(image.data);
    expect(first).not.toMatch(/"\s{2}"/);
    expect(second?.split(image.data)).toHaveLength(3);
  });

  it("accepts a whole answer from a server that does not stream", async () => {
    const { session } = await serve(wire, [
      { thinking: "hm", text: "Hello", toolCalls: [{ name: "read", args: { a: 1 } }], asDocument: true },
    ]);
    const { events, reply } = await ask(session);
    expect(joined(events, "text-delta")).toBe("Hello");
    expect(toolCallsOf(reply.message)[0]?.args).toEqual({ a: 1 });
    expect(reply.usage.inputTokens).toBe(10);
  });

  it("A1: keeps two calls under one index apart", async () => {
    const { session } = await serve(wire, [{ body: wire.sharedIndex }]);
    const { reply } = await ask(session);
    expect(toolCallsOf(reply.message).map(({ id, name, args }) => [id, name, args])).toEqual([
      ["a", "read", { p: 1 }],
      ["b", "write", { p: 1 }],
    ]);
  });

  it("A2: arguments cut by the end of the stream are no call", async () => {
    const args = { path: "x", content: "hello ".repeat(50) };
    const { session } = await serve(wire, [{ toolCalls: [{ name: "write", args }], cutAfterBytes: 900 }], {
      maxRetries: 0,
    });
    const { error, events } = await askToFail(session);
    expect(error).toMatchObject({ name: "ModelError", code: "stream-cut", retryable: true });
    expect(events.at(-1)?.type).toBe("void");
    expect(session.history).toEqual([]);
  });

  it("A3: half a sentence is not the answer, and the retry is not spliced to it", async () => {
    const { session } = await serve(wire, [
      { text: "word ".repeat(100), cutAfterBytes: 1500 },
      { text: "Whole." },
    ]);
    const { events, reply } = await ask(session);
    expect(types(events)).toEqual(["text-delta", "void", "retry"]);
    const afterVoid = events.slice(events.findIndex(({ type }) => type === "void"));
    expect(joined(afterVoid, "text-delta")).toBe("Whole.");
    expect(reply.message.content).toEqual([text("Whole.")]);
    expect(session.history).toHaveLength(2);
  });

  it("A3b, A11: an error after HTTP 200 is an error", async () => {
    const { session } = await serve(wire, [
      { body: wire.errorAfterText, splitEvery: 40 },
      { text: "Whole." },
    ]);
    const { events, reply } = await ask(session);
    expect(events.map(({ type }) => type)).toEqual(["text-delta", "void", "retry", "text-delta"]);
    expect(events[2]).toMatchObject({ code: "overloaded", attempt: 1 });
    expect(reply.message.content).toEqual([text("Whole.")]);
  });

  it("A4, C2: a length stop is a reply whose cut call is marked, and no retry", async () => {
    const args = '{"path":"x","content":"hel';
    const { session, server } = await serve(wire, [
      { toolCalls: [{ name: "write", args, id: "c1" }], stopReason: "length" },
      { text: "ok" },
    ]);
    const { reply } = await ask(session);
    expect(reply.stopReason).toBe("length");
    expect(toolCallsOf(reply.message)[0]).toMatchObject({ args: {}, invalidArgs: args });
    await ask(session, [{ type: "tool-result", callId: "c1", name: "write", content: [text("Not run")] }]);
    expect(JSON.stringify(server.requests[1]?.body)).toContain("invalid_arguments");
  });

  it("A4: a call that was cut before its arguments began is not run without them", async () => {
    const { session } = await serve(wire, [
      { toolCalls: [{ name: "write", args: "" }], stopReason: "length" },
    ]);
    expect(toolCallsOf((await ask(session)).reply.message)[0]?.invalidArgs).toBe("");
  });

  it("marks arguments that are no JSON object", async () => {
    const calls = ["{broken", "[1]", '"text"'].map((args) => ({ name: "x", args }));
    const { session } = await serve(wire, [{ toolCalls: calls }]);
    const { reply } = await ask(session);
    expect(toolCallsOf(reply.message).map(({ invalidArgs }) => invalidArgs)).toEqual([
      "{broken",
      "[1]",
      '"text"',
    ]);
  });

  it("A7: no argument text means no arguments", async () => {
    const { session } = await serve(wire, [{ toolCalls: [{ name: "noargs", args: "" }] }]);
    const [call] = toolCallsOf((await ask(session)).reply.message);
    expect(call).toEqual({ type: "tool-call", id: "call_1", name: "noargs", args: {} });
  });

  it("A9: passes over what it does not know, and reads numbers written as text", async () => {
    const { session } = await serve(wire, [{ body: wire.strange }]);
    const { events, reply } = await ask(session);
    expect(events).toEqual([{ type: "text-delta", text: "Hello" }]);
    expect(reply).toMatchObject({ stopReason: "end-turn", usage: { inputTokens: 7, outputTokens: 3 } });
  });

  it("A9: reads events whose names are left out", async () => {
    const { session } = await serve(wire, [{ body: wire.strange.replace(/^event: .*\n/gm, "") }]);
    expect(joined((await ask(session)).events, "text-delta")).toBe("Hello");
  });

  it("does not wait for a server that keeps the connection open behind a whole answer", async () => {
    const stallAfterBytes = Buffer.byteLength(wire.strange);
    const { session } = await serve(wire, [{ body: wire.strange, stallAfterBytes }], { idleTimeoutMs: 400 });
    expect((await ask(session)).reply.stopReason).toBe("end-turn");
    expect(session.history).toHaveLength(2);
  });

  it("a refusal is an error, not an answer", async () => {
    const { session } = await serve(wire, [{ body: wire.refusal }]);
    expect((await askToFail(session)).error).toMatchObject({ code: "refusal", retryable: false });
    expect(session.history).toEqual([]);
  });

  it("throws the caller's reason on abort, at every stage, and leaves no listener", async () => {
    const stages = [{ delayMs: 60_000 }, { stallAfterBytes: 0 }, { stallAfterBytes: 1200 }];
    for (const stage of stages) {
      const { session, server } = await serve(wire, [{ text: "word ".repeat(100), ...stage }]);
      const [caller, reason] = [new AbortController(), new Error("enough")];
      const failed = askToFail(session, { signal: caller.signal });
      await expect.poll(() => server.requests.length).toBe(1);
      caller.abort(reason);
      expect((await failed).error).toBe(reason);
      expect(getEventListeners(caller.signal, "abort")).toEqual([]);
      expect(session.history).toEqual([]);
      await expect.poll(() => server.requests[0]?.clientGone).toBe(true);
    }
  });

  it("an abort ends the wait before a retry", async () => {
    const { session, server } = await serve(wire, [{ status: 429, headers: { "retry-after": "50" } }]);
    const caller = new AbortController();
    const answer = session.ask(userMessage("Hi"), { system: "", tools: [], signal: caller.signal });
    expect((await answer.next()).value).toMatchObject({ type: "retry", delayMs: 50_000, code: "rate-limit" });
    const next = answer.next();
    caller.abort(new Error("enough"));
    await expect(next).rejects.toThrow("enough");
    expect(getEventListeners(caller.signal, "abort")).toEqual([]);
    expect(server.requests).toHaveLength(1);
  });

  it("leaves no listener after many asks", async () => {
    const { session } = await serve(wire, () => ({ text: "ok" }));
    const { signal } = new AbortController();
    for (let i = 0; i < 12; i++) await ask(session, "Hi", { signal });
    expect(getEventListeners(signal, "abort")).toEqual([]);
  });

  it("closes the connection when the reader leaves, and keeps the history as it was", async () => {
    const { session, server } = await serve(wire, [{ text: "word ".repeat(100), stallAfterBytes: 1500 }]);
    for await (const event of session.ask(userMessage("Hi"), { system: "", tools: [] }))
      if (event.type === "text-delta") break;
    await expect.poll(() => server.requests[0]?.clientGone).toBe(true);
    expect(session.history).toEqual([]);
  });

  it("gives up a server that falls silent, before and after the first byte", async () => {
    const { session } = await serve(
      wire,
      [
        { text: "x", delayMs: 60_000 },
        { text: "word ".repeat(99), stallAfterBytes: 1500 },
      ],
      {
        idleTimeoutMs: 400,
        maxRetries: 1,
      },
    );
    const { error, events } = await askToFail(session);
    expect(events[0]).toMatchObject({ type: "retry", code: "idle-timeout" });
    expect(error).toMatchObject({ code: "idle-timeout" });
    expect(error.message).toContain("mid-answer");
  });

  it("does not take a standstill of this process for the server's silence", async () => {
    const script = [{ text: "ok", delayMs: 100 }];
    const { session, server } = await serve(wire, script, { idleTimeoutMs: 300, maxRetries: 0 });
    const answer = ask(session);
    await expect.poll(() => server.requests.length).toBe(1);
    const end = performance.now() + 1000;
    while (performance.now() < end); // as a machine that sleeps or swaps
    expect((await answer).reply.stopReason).toBe("end-turn");
  });

  it("waits as long as it is told, also where timers cannot", async () => {
    const { session } = await serve(wire, [{ text: "ok", delayMs: 50 }], {
      idleTimeoutMs: 1e12,
      maxRetries: 0,
    });
    expect((await ask(session)).reply.stopReason).toBe("end-turn");
  });

  it("does not count the reader's own pauses as silence", async () => {
    const { session } = await serve(wire, [{ text: "word ".repeat(20), splitEvery: 100 }], {
      idleTimeoutMs: 400,
    });
    let shown = "";
    for await (const event of session.ask(userMessage("Hi"), { system: "", tools: [] })) {
      if (shown === "") await new Promise((resolve) => setTimeout(resolve, 600));
      if (event.type === "text-delta") shown += event.text;
    }
    expect(shown).toBe("word ".repeat(20));
  });
});

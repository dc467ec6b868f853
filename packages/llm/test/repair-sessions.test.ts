import { type Message, text, userMessage } from "@genericagent/core-loop";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { ask, serve } from "./ask.js";
import { brokenHistory, thinkingOf } from "./histories.js";
import { strictViolations } from "./strict-rules.js";
import { wires } from "./wires.js";

describe.each(wires)("sessions repair what they send: $wire", { timeout: 60_000 }, (wire) => {
  const messagesOf = (body: object): unknown[] =>
    (body as { messages?: unknown[]; input?: unknown[] }).messages ?? (body as { input: unknown[] }).input;

  it("a history that any provider would refuse is sent in order, and kept as it was", async () => {
    const history: Message[] = [
      { role: "assistant", content: [{ type: "tool-call", id: "a b", name: "read", args: {} }] },
      userMessage([{ type: "tool-result", callId: "zz", name: "read", content: [text("42 rows")] }]),
      { role: "assistant", content: [text("")] },
      userMessage("And?"),
    ];
    const { session, server } = await serve(wire, () => ({ text: "ok" }), { history });
    await ask(session, "Go on.");
    await ask(session, "Further.");
    const [first, second] = server.requests.map(({ body }) => body);
    expect(strictViolations(wire.wire, first!)).toEqual([]);
    expect(JSON.stringify(first)).toContain("42 rows");
    expect(session.history.slice(0, 4)).toEqual(history);
    expect(session.history).toHaveLength(8);
    const plain = (body: object) =>
      JSON.stringify(messagesOf(body)).replaceAll(',"cache_control":{"type":"ephemeral"}', "");
    expect(plain(second!).startsWith(plain(first!).slice(0, -1))).toBe(true);
  });

  it("tells once what the model is not told as it was said, also through forks", async () => {
    const history: Message[] = [
      userMessage("Hi"),
      { role: "assistant", content: [{ type: "tool-call", id: "c1", name: "read", args: {} }] },
      userMessage([text("  "), text("And?")]),
    ];
    const { session } = await serve(wire, () => ({ text: "ok" }), { history });
    const noticesOf = async (asked: typeof session) =>
      (await ask(asked)).events.filter(({ type }) => type === "notice");
    expect(await noticesOf(session)).toEqual([
      {
        type: "notice",
        code: "history-repaired",
        message: "The conversation was mended for this model: answered a call of read that has no result.",
        data: { changes: [expect.objectContaining({ code: "missing-result", callId: "c1", index: 1 })] },
      },
    ]);
    expect(await noticesOf(session)).toEqual([]);
    expect(await noticesOf(session.fork())).toEqual([]);
    const orphan = userMessage([{ type: "tool-result", callId: "zz", name: "read", content: [text("42")] }]);
    expect(await noticesOf(session.fork([...history, orphan]))).toMatchObject([
      { message: expect.stringMatching(/quoted a lone result as text\.$/) },
    ]);
  });

  it("shortens ids alike in call and result, and says nothing of it", async () => {
    const id = `chatcmpl-tool-${"0".repeat(60)}`;
    const history: Message[] = [
      userMessage("Hi"),
      { role: "assistant", content: [{ type: "tool-call", id, name: "read", args: {} }] },
      userMessage([{ type: "tool-result", callId: id, name: "read", content: [text("42")] }]),
      { role: "assistant", content: [text("42.")] },
    ];
    const { session, server } = await serve(wire, [{ text: "ok" }], { history });
    const { events } = await ask(session);
    expect(events.filter(({ type }) => type === "notice")).toEqual([]);
    const sent = JSON.stringify(server.requests[0]?.body);
    const short = id.slice(0, wire.wire === "openai-chat" ? 40 : 64);
    expect(sent.split(`"${short}"`)).toHaveLength(3);
    expect(session.history[1]).toBe(history[1]);
  });

  it("any broken history goes out in order", async () => {
    await fc.assert(
      fc.asyncProperty(brokenHistory, async (history) => {
        const { session, server } = await serve(wire, () => ({ text: "ok" }), { history, provider: "p" });
        await ask(session, "Go on.");
        expect(strictViolations(wire.wire, server.requests[0]!.body)).toEqual([]);
      }),
      { numRuns: 20 },
    );
  });

  it("thinking that this wire cannot be sent is still there for the wire that made it", async () => {
    const other = wires.find((candidate) => candidate !== wire)!;
    const history: Message[] = [
      userMessage("Hi"),
      { role: "assistant", content: [thinkingOf(other.wire, "p", 1), text("A")] },
    ];
    const here = await serve(wire, [{ text: "B" }], { history, provider: "p" });
    await ask(here.session);
    expect(JSON.stringify(here.server.requests[0]?.body)).not.toContain("Let me see");
    const back = await serve(other, [{ text: "C" }], { history: here.session.history, provider: "p" });
    await ask(back.session);
    const signature = thinkingOf(other.wire, "p", 1).signature!;
    const sent = JSON.stringify(back.server.requests[0]?.body);
    expect(sent).toContain(other.wire === "openai-chat" ? "Let me see" : signature.slice(0, 5));
  });
});

import { type Message, text, userMessage } from "@genericagent/core-loop";
import { describe, expect, it } from "vitest";
import { MixinSession, switchSession } from "../src/index.js";
import { ScriptedSession } from "../src/testing/index.js";
import { ask, serve } from "./ask.js";
import { wires } from "./wires.js";

const LONG_ID = `functions.read:0|${"x".repeat(60)}`;
const history: Message[] = [
  userMessage("Read a."),
  {
    role: "assistant",
    content: [
      { type: "thinking", text: "Hm.", wire: "anthropic", provider: "anthropic", signature: "s" },
      { type: "tool-call", id: LONG_ID, name: "read", args: { path: "a" } },
    ],
  },
  userMessage([{ type: "tool-result", callId: LONG_ID, name: "read", content: [text("42 rows")] }]),
  { role: "assistant", content: [text("42 rows.")] },
];

describe.each(wires)("switching to $wire", (wire) => {
  it("keeps the history and drops the other model's thinking whole", async () => {
    const from = new ScriptedSession([], {
      history,
      wire: "anthropic",
      provider: "anthropic",
      model: "other",
    });
    const { session: to, server } = await serve(wire, [{ text: "ok" }], { provider: "anthropic" });
    const session = switchSession(from, to);
    await ask(session, "And b?");
    const sent = JSON.stringify(server.requests[0]?.body);
    expect(sent).toContain("42 rows");
    expect(sent).not.toContain("Hm.");
    expect(session.history).toHaveLength(6);
    expect([to.history, from.history.length]).toEqual([[], 4]);
  });

  it("fits ids to the wire, the same for call and result", async () => {
    const { session, server } = await serve(wire, [{ text: "ok" }], { history });
    await ask(session);
    const ids = [
      ...JSON.stringify(server.requests[0]?.body).matchAll(
        /"(?:id|tool_use_id|tool_call_id|call_id)":"([^"]*)"/g,
      ),
    ];
    expect(ids).toHaveLength(2);
    expect(new Set(ids.map(([, id]) => id)).size).toBe(1);
    if (wire.wire === "anthropic") expect(ids[0]?.[1]).toMatch(/^[a-zA-Z0-9_-]{1,64}$/);
    if (wire.wire === "openai-responses") expect(ids[0]?.[1]?.length).toBeLessThanOrEqual(64);
  });

  it("a fork goes its own way", async () => {
    const { session, server } = await serve(wire, [{ text: "aside" }, { text: "main" }], { history });
    const side = session.fork();
    await ask(side, "By the way?");
    await ask(session, "Go on.");
    expect(side.history).toHaveLength(6);
    expect(session.history).toHaveLength(6);
    expect(JSON.stringify(server.requests[1]?.body)).not.toContain("By the way?");
    expect(session.fork([]).history).toEqual([]);
  });
});

describe("switching back to the same model", () => {
  it("keeps its thinking", () => {
    const same = { wire: "anthropic", provider: "anthropic", model: "m" } as const;
    const to = new ScriptedSession([], same);
    expect(switchSession(new ScriptedSession([], { ...same, history }), to).history).toEqual(history);
  });

  it("a Mixin keeps thinking from the model that did not think it, also at one provider", async () => {
    const [anthropic] = wires;
    const script = () => ({ thinking: "Hm.", signature: "s", text: "ok" });
    const a = await serve(anthropic!, script, { model: "a" });
    const b = await serve(anthropic!, script, { model: "b" });
    const mixin = new MixinSession([a.session, b.session]);
    await ask(mixin);
    mixin.choose(1);
    await ask(mixin);
    mixin.choose(0);
    await ask(mixin);
    const thoughts = (body: unknown) => JSON.stringify(body).split('"thinking":"Hm."').length - 1;
    expect(thoughts(b.server.requests[0]?.body)).toBe(0);
    expect(thoughts(a.server.requests[1]?.body)).toBe(1);
  });
});

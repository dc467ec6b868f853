import { getEventListeners } from "node:events";
import { type PolicyRequest, text, userMessage } from "@genericagent/core-loop";
import { describe, expect, it, onTestFinished, vi } from "vitest";
import {
  type MixinOptions,
  MixinSession,
  ModelError,
  type ModelErrorCode,
  type Session,
} from "../src/index.js";
import { type ModelAnswer, ScriptedSession, startModelServer } from "../src/testing/index.js";
import { ask, askToFail, joined, serve, types } from "./ask.js";
import { wires } from "./wires.js";

/** A clock that is only moved by sleeping. */
function fakeClock() {
  const slept: number[] = [];
  const clock = {
    slept,
    time: 0,
    now: () => clock.time,
    sleep: async (ms: number) => {
      slept.push(ms);
      clock.time += ms;
    },
  };
  return clock;
}

const fails = (code: ModelErrorCode, more: object = {}) =>
  new ModelError({ code, message: `${code}.`, provider: "p", ...more });
const named = (provider: string, script: ConstructorParameters<typeof ScriptedSession>[0]) =>
  new ScriptedSession(script, { provider });
const mixed = (sessions: Session[], options: MixinOptions = {}) => {
  const clock = fakeClock();
  return { clock, mixin: new MixinSession(sessions, { clock, ...options }) };
};
const answers = (answer: string) => () => ({ text: answer });

describe("MixinSession", () => {
  it("keeps one history, whoever answers, and leaves the sessions as they were", async () => {
    const a = named("a", [{ text: "One." }, fails("overloaded"), { text: "unused" }]);
    const b = named("b", [{ text: "Two." }, { text: "Three." }]);
    const { mixin, clock } = mixed([a, b]);
    expect((await ask(mixin, "1")).reply.model).toBe("a/test-model");
    const second = await ask(mixin, "2");
    expect(second.reply.model).toBe("b/test-model");
    expect(second.events[0]).toMatchObject({
      type: "notice",
      code: "model-failover",
      message: "a/test-model failed (overloaded); asking b/test-model.",
    });
    expect(mixin.provider).toBe("b");
    await ask(mixin, "3");
    expect(mixin.history).toHaveLength(6);
    expect(b.requests.at(-1)?.messages).toHaveLength(5);
    expect([a.history, b.history]).toEqual([[], []]);
    clock.time += 300_000;
    expect(mixin.provider).toBe("a");
  });

  it("C1: a broken answer is withdrawn, only the whole one is in the history", async () => {
    const [first, second] = [wires[0]!, wires[1]!];
    const a = await serve(first, [{ text: "The answer is ".repeat(30), cutAfterBytes: 1200 }]);
    const b = await serve(second, [{ text: "A full answer." }]);
    const { mixin } = mixed([a.session, b.session]);
    const { events, reply } = await ask(mixin);
    expect(types(events)).toEqual(["text-delta", "void", "notice"]);
    expect(joined(events.slice(events.findIndex(({ type }) => type === "void")), "text-delta")).toBe(
      "A full answer.",
    );
    expect(mixin.history).toEqual([userMessage("Hi"), reply.message]);
    expect(reply.message.content).toEqual([text("A full answer.")]);
    expect(mixin.current).toBe(b.session);
  });

  it("withdraws what a session showed that does not do so itself", async () => {
    const forgetful: Session = {
      ...{ provider: "x", model: "m", wire: "openai-chat", history: [] },
      fork: () => forgetful,
      async *ask() {
        yield { type: "text-delta", text: "Hel" };
        throw fails("stream-cut");
      },
    };
    const { mixin } = mixed([forgetful, named("b", answers("Whole."))]);
    const { events } = await ask(mixin);
    expect(events.map(({ type }) => type)).toEqual(["text-delta", "void", "notice", "text-delta"]);
  });

  it.each(wires)("C2: a length stop on $wire is an answer, not a failure", async (wire) => {
    const { session, server } = await serve(wire, [{ text: "Cut", stopReason: "length" }]);
    const { mixin } = mixed([session, named("b", [])]);
    expect((await ask(mixin)).reply).toMatchObject({
      stopReason: "length",
      model: expect.stringContaining("m-1"),
    });
    expect(server.requests).toHaveLength(1);
  });

  it("C4: hours of Retry-After are not slept: another session is asked, and the first left alone", async () => {
    const limited = { status: 429, headers: { "retry-after": "10800" } };
    const { session, server } = await serve(wires[0]!, [limited]);
    const { mixin, clock } = mixed([session, named("b", answers("Here."))]);
    await ask(mixin);
    clock.time += 10_799_999;
    await ask(mixin);
    expect(server.requests).toHaveLength(1);
    expect(clock.slept).toEqual([]);
    clock.time += 1;
    expect(mixin.current).toBe(session);
  });

  it("C4: with nobody else the error says when, at once, also the next time", async () => {
    const limited = { status: 429, headers: { "retry-after": "10800" } };
    const { session, server } = await serve(wires[1]!, [limited]);
    const { mixin, clock } = mixed([session, named("b", [fails("auth")])]);
    const first = await askToFail(mixin);
    expect(first.error).toMatchObject({ code: "all-failed", retryable: true, retryAfterMs: 10_800_000 });
    expect(first.error.message).toContain("tried again in 3 h");
    clock.time += 3_600_000;
    expect((await askToFail(mixin)).error).toMatchObject({ retryAfterMs: 7_200_000 });
    expect(server.requests).toHaveLength(1);
    expect(clock.slept).toEqual([]);
  });

  it("waits no longer when the system's clock is set back meanwhile", async () => {
    const a = named("a", [fails("rate-limit", { retryAfterMs: 50 }), { text: "At last." }]);
    const answer = new MixinSession([a]).ask(userMessage("Hi"), { system: "", tools: [] });
    const { now } = Date;
    onTestFinished(() => void vi.spyOn(Date, "now").mockRestore());
    expect((await answer.next()).value).toMatchObject({ type: "retry", code: "rate-limit" });
    vi.spyOn(Date, "now").mockImplementation(() => now() - 3_600_000);
    expect((await answer.next()).value).toEqual({ type: "text-delta", text: expect.any(String) });
  });

  it("honours a short Retry-After exactly", async () => {
    const a = named("a", [fails("rate-limit", { retryAfterMs: 7000 }), { text: "At last." }]);
    const { mixin, clock } = mixed([a]);
    const { events } = await ask(mixin);
    expect(events[0]).toMatchObject({ type: "retry", attempt: 1, delayMs: 7000, code: "rate-limit" });
    expect(clock.slept).toEqual([7000]);
  });

  it("C6: a model chosen by hand is not fought over: B stands in until A's cool-down ends", async () => {
    const a = named("a", [
      { text: "A." },
      fails("rate-limit", { retryAfterMs: 40_000 }),
      { text: "A again." },
    ]);
    const b = named("b", answers("B."));
    const { mixin, clock } = mixed([b, a]);
    mixin.choose(1);
    const order: string[] = [];
    for (; clock.time <= 50_000; clock.time += 10_000) {
      order.push((await ask(mixin)).reply.model!.slice(0, 1));
    }
    expect(order.join("")).toBe("abbbba".slice(0, order.length));
    expect(mixin.state.choice).toEqual({ index: 1, owner: "user" });
  });

  it("waits between rounds with growing pauses, then gives one error that names each session", async () => {
    const a = named("a", () => fails("overloaded"));
    const b = named("b", () => fails("server-error"));
    const { mixin, clock } = mixed([a, b]);
    const { error, events } = await askToFail(mixin);
    expect(clock.slept).toEqual([1500, 2250]);
    expect(events.filter(({ type }) => type === "retry")).toHaveLength(2);
    expect(error).toMatchObject({ name: "ModelError", code: "all-failed", retryable: true });
    expect(error.message).toBe(
      "No session could answer. a/test-model: overloaded. b/test-model: server-error.",
    );
    expect((error.cause as AggregateError).errors).toHaveLength(2);
    expect([a.requests.length, b.requests.length]).toEqual([3, 3]);
    expect(mixin.history).toEqual([]);
  });

  it("burns no tries on a missing key or an empty account", async () => {
    const a = named("a", [fails("auth")]);
    const b = named("b", [fails("billing")]);
    const { mixin } = mixed([a, b, named("c", answers("C."))]);
    for (let i = 0; i < 3; i++) expect((await ask(mixin)).reply.model).toBe("c/test-model");
    a.assertDone();
    b.assertDone();
  });

  it("keeps the code that all failures share: a context that is too long for all can be shortened", async () => {
    const { mixin } = mixed([
      named("a", [fails("context-overflow")]),
      named("b", [fails("context-overflow")]),
    ]);
    expect((await askToFail(mixin)).error).toMatchObject({ code: "context-overflow", retryable: false });
    expect((await askToFail(mixin)).error).toMatchObject({ code: "context-overflow" });
  });

  it("asks a session with the history that fits the budget", async () => {
    const a = named("a", answers("ok"));
    const context = { fit: (request: PolicyRequest) => ({ ...request, history: [], notices: [] }) };
    const { mixin } = mixed([a], { context });
    await ask(mixin);
    await ask(mixin);
    expect(a.requests.map(({ messages }) => messages.length)).toEqual([1, 1]);
    expect(mixin.history).toHaveLength(2);
  });

  it("does not shop around after a refusal, nor hide a mistake", async () => {
    const never = named("b", []);
    expect((await askToFail(mixed([named("a", [fails("refusal")]), never]).mixin)).error.code).toBe(
      "refusal",
    );
    const mistake = new TypeError("a mistake");
    expect((await askToFail(mixed([named("a", [mistake]), never]).mixin)).error).toBe(mistake);
    never.assertDone();
  });

  it("forks share what was learned about the servers, not the turns", async () => {
    const { mixin } = mixed([named("a", [fails("auth")]), named("b", answers("B."))]);
    await ask(mixin.fork(), "aside");
    expect(mixin.history).toEqual([]);
    expect(mixin.provider).toBe("b");
    const nested = new MixinSession([mixin, named("c", [])]);
    expect((await ask(nested)).reply.model).toBe("b/test-model");
  });

  it("an abort ends a wait between rounds with the caller's reason", async () => {
    const mixin = new MixinSession([named("a", () => fails("overloaded"))], { baseDelayMs: 60_000 });
    const caller = new AbortController();
    const answer = mixin.ask(userMessage("Hi"), { system: "", tools: [], signal: caller.signal });
    expect((await answer.next()).value).toMatchObject({ type: "retry" });
    const next = answer.next();
    caller.abort(new Error("enough"));
    await expect(next).rejects.toThrow("enough");
    expect(getEventListeners(caller.signal, "abort")).toEqual([]);
  });

  it("closes the connection when the reader leaves, and keeps the history as it was", async () => {
    const { session, server } = await serve(wires[2]!, [{ text: "word ".repeat(99), stallAfterBytes: 1500 }]);
    const { mixin } = mixed([session]);
    for await (const event of mixin.ask(userMessage("Hi"), { system: "", tools: [] }))
      if (event.type === "text-delta") break;
    await expect.poll(() => server.requests[0]?.clientGone).toBe(true);
    expect(mixin.history).toEqual([]);
  });

  it("refuses to be made of nothing, and to choose what is not there", () => {
    expect(() => new MixinSession([])).toThrow("at least one session");
    expect(() => mixed([named("a", [])]).mixin.choose(1)).toThrow("There is no session 1");
  });
});

describe("three providers", () => {
  const reply: ModelAnswer = {
    thinking: "Überlegen 🤔",
    signature: "c2ln",
    text: "Grüße, 世界!",
    toolCalls: [{ name: "read", args: { path: "ä.txt" }, id: "c1" }],
  };
  /** All offsets would take minutes: each case has its own, which together hit every kind of event on each wire. */
  const STEP = 89;

  it.each([
    [[0], 0],
    [[1], 13],
    [[2], 29],
    [[0, 1], 43],
    [[1, 2], 59],
    [[0, 2], 71],
  ])(
    "killing %j of them at any byte ends with exactly one whole answer in the history",
    { timeout: 30_000 },
    async (killed, firstOffset) => {
      let cutAfterBytes = firstOffset;
      const servers = await Promise.all(
        wires.map((_, index) =>
          startModelServer({ script: () => (killed.includes(index) ? { ...reply, cutAfterBytes } : reply) }),
        ),
      );
      onTestFinished(async () => void (await Promise.all(servers.map((server) => server.close()))));
      const sessions = wires.map(({ wire, open }, index) =>
        open({ model: `m-${index}`, apiKey: "key-0123456789", baseUrl: servers[index]!.baseUrl(wire) }),
      );
      for (; cutAfterBytes < 4000; cutAfterBytes += STEP) {
        const mixin = new MixinSession(sessions, { baseDelayMs: 1 });
        const { events, reply: answer } = await ask(mixin);
        expect(mixin.history).toEqual([userMessage("Hi"), answer.message]);
        const kept = events.slice(events.findLastIndex(({ type }) => type === "void") + 1);
        expect(joined(kept, "text-delta")).toBe("Grüße, 世界!");
        expect(joined(kept, "tool-call-delta")).toBe('{"path":"ä.txt"}');
        expect(answer.message.content.map(({ type }) => type)).toEqual(["thinking", "text", "tool-call"]);
      }
    },
  );

  it("each is asked with the history in its own wire's words", async () => {
    const servers = await Promise.all(wires.map(() => startModelServer({ script: () => reply })));
    onTestFinished(async () => void (await Promise.all(servers.map((server) => server.close()))));
    const sessions = wires.map(({ wire, open }, index) =>
      open({ model: "m", apiKey: "key-0123456789", baseUrl: servers[index]!.baseUrl(wire) }),
    );
    const mixin = new MixinSession(sessions);
    const result = { type: "tool-result", callId: "c1", name: "read", content: [text("42 rows")] } as const;
    await ask(mixin);
    for (const index of [1, 2, 0]) {
      mixin.choose(index);
      await ask(mixin, [{ ...result, content: [...result.content] }]);
      const sent = JSON.stringify(servers[index]?.requests.at(-1)?.body);
      expect(sent).toContain("42 rows");
      expect(sent.includes("Überlegen")).toBe(index === 0);
    }
    expect(mixin.history).toHaveLength(8);
  });
});

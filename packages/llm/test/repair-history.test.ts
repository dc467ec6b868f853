import {
  type JsonObject,
  type Message,
  type ToolCall,
  type ToolResult,
  text,
  userMessage,
  type Wire,
} from "@genericagent/core-loop";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { toAnthropicBody } from "../src/anthropic/to-anthropic-body.js";
import { toChatBody } from "../src/openai-chat/to-chat-body.js";
import { toResponsesBody } from "../src/openai-responses/to-responses-body.js";
import { type RepairCode, repairHistory } from "../src/repair/index.js";
import { RepairMemo } from "../src/repair/repair-memo.js";
import { brokenHistory, itemOf, junkHistory, soundHistory, thinkingOf } from "./histories.js";
import { strictViolations } from "./strict-rules.js";

/** `npm run bench -- conformance` runs 10 000. */
const numRuns = Number(process.env.FUZZ_RUNS ?? 200);
const BODIES = { anthropic: toAnthropicBody, "openai-chat": toChatBody, "openai-responses": toResponsesBody };
const endpoint = {
  provider: "p",
  model: "m",
  baseUrl: "http://127.0.0.1:1",
  apiKey: undefined,
  keyName: "KEY",
  vendorUrl: "https://vendor.example",
};
const bodyOf = (wire: Wire, messages: readonly Message[]): JsonObject =>
  BODIES[wire]({ system: "S", messages, tools: [] }, endpoint);

const options = { provider: "p" };
const histories = { broken: brokenHistory, junk: junkHistory };
const wires = ["anthropic", "openai-chat", "openai-responses"] as const;

describe.each(wires)("repairHistory, any history: %s", { timeout: 60_000 + 100 * numRuns }, (wire) => {
  it.each(["broken", "junk"] as const)("%s: becomes valid, untouched in place, and stays", (kind) => {
    fc.assert(
      fc.property(histories[kind], (history) => {
        deepFreeze(history);
        const { messages, changes } = repairHistory(history, wire, options);
        if (history.length > 0) expect(strictViolations(wire, bodyOf(wire, messages))).toEqual([]);
        if (changes.length === 0) expect(messages).toBe(history);
        for (const { index } of changes) expect(index in history).toBe(true);
        const again = repairHistory(messages, wire, options);
        expect(again.changes).toEqual([]);
        expect(again.messages).toBe(messages);
      }),
      { numRuns },
    );
  });

  it("keeps every word of the user, the model and the tools", () => {
    fc.assert(
      fc.property(brokenHistory, (history) => {
        const kept = JSON.stringify(repairHistory(history, wire, options).messages);
        for (const words of wordsOf(history))
          expect(kept).toContain(JSON.stringify(words.trimEnd()).slice(1, -1));
      }),
      { numRuns },
    );
  });

  it("a sound history comes back as the same object", () => {
    fc.assert(
      fc.property(soundHistory(wire), (history) => {
        expect(strictViolations(wire, bodyOf(wire, [...history, userMessage("Go on.")]))).toEqual([]);
        const repaired = repairHistory(history, wire, options);
        expect(repaired.changes).toEqual([]);
        expect(repaired.messages).toBe(history);
      }),
      { numRuns },
    );
  });

  it.each(["broken", "junk"] as const)("%s: read bit by bit gives the same", (kind) => {
    fc.assert(
      fc.property(histories[kind], (history) => {
        const memo = new RepairMemo(wire, "p");
        for (let length = 0; length <= history.length; length++) {
          const soFar = history.slice(0, length);
          expect(memo.repair(soFar).messages).toEqual(repairHistory(soFar, wire, options).messages);
        }
        const other = [userMessage("Another history.")];
        expect(memo.repair(other).messages).toBe(other);
      }),
      { numRuns },
    );
  });

  it("what was sent once is sent again byte for byte while the conversation goes on", () => {
    fc.assert(
      fc.property(brokenHistory, soundHistory(wire), (start, rest) => {
        const before = repairHistory([...start, userMessage("A new task.")], wire, options).messages;
        const after = repairHistory([...start, userMessage("A new task."), ...rest.slice(1)], wire, options);
        expect(after.messages.slice(0, before.length)).toEqual(before);
      }),
      { numRuns },
    );
  });
});

const call = (id: string, more: Partial<ToolCall> = {}): ToolCall => ({
  type: "tool-call",
  id,
  name: "read",
  args: {},
  ...more,
});
const result = (callId: string, said = "seen"): ToolResult => ({
  type: "tool-result",
  callId,
  name: "read",
  content: [text(said)],
});
const model = (
  ...content: (ToolCall | ReturnType<typeof text> | ReturnType<typeof thinkingOf>)[]
): Message => ({
  role: "assistant",
  content,
});
const codesOf = (history: unknown[], wire: Wire = "anthropic"): RepairCode[] =>
  repairHistory(history as Message[], wire, options).changes.map(({ code }) => code);
const repaired = (history: unknown[], wire: Wire = "anthropic") =>
  repairHistory(history as Message[], wire, options).messages;
const hi = userMessage("Hi");

describe.each(wires)("repairHistory, cases: %s", (wire) => {
  it("B1: quotes a result without its call as text", () => {
    const history = [hi, userMessage([result("zz", "42 rows")]), userMessage("And?")];
    expect(repaired(history, wire)).toEqual([
      userMessage([
        text("Hi"),
        text("[A result of an earlier call of the tool read:]"),
        text("42 rows"),
        text("And?"),
      ]),
    ]);
    expect(codesOf(history, wire)).toEqual(["orphan-result", "merged", "merged"]);
    expect(repaired([hi, userMessage([{ ...result("zz"), content: [] }])], wire)).toEqual([hi]);
  });

  it("B2: answers a call without a result, also at the very end", () => {
    const stub = expect.objectContaining({ callId: "a", isError: true });
    const [, , answer] = repaired([hi, model(call("a")), userMessage("And?")], wire);
    expect(answer?.content).toEqual([stub, text("And?")]);
    expect(JSON.stringify(answer)).toContain("Not run");
    expect(repaired([hi, model(call("a"))], wire)[2]?.content).toEqual([stub]);
    expect(repaired([hi, model(call("a")), model(text("Well."))], wire)).toEqual([
      hi,
      model(call("a")),
      userMessage([stub]),
      model(text("Well.")),
    ]);
  });

  it("B2: answers the rest of a batch that was aborted, in the order of the calls", () => {
    const [, , answer] = repaired(
      [hi, model(call("a"), call("b"), call("c")), userMessage([result("c")])],
      wire,
    );
    expect(answer?.content.map((block) => (block as ToolResult).callId)).toEqual(["a", "b", "c"]);
    expect(answer?.content[2]).toEqual(result("c"));
  });

  it("B5: drops blank text, and joins what then stands side by side", () => {
    expect(repaired([hi, model(text(" \n")), userMessage("And?")], wire)).toEqual([
      userMessage([text("Hi"), text("And?")]),
    ]);
    expect(codesOf([hi, model(text(""))], wire)).toEqual(["blank-text", "empty-message"]);
  });

  it("B6: keeps thinking whole or not at all", () => {
    const whole = [hi, model(thinkingOf(wire, "p", 1), text("A")), userMessage("And?")];
    expect(repaired(whole, wire)).toBe(whole);
    const cut = { ...thinkingOf(wire, "p", 1), text: "Let\n… 1200 characters left out …\nsee." };
    const item = { ...cut, signature: itemOf(1).slice(0, 40) };
    const broken = [hi, model(wire === "openai-responses" ? item : cut, text("A")), userMessage("And?")];
    expect(repaired(broken, wire)[1]).toEqual(model(text("A")));
    expect(codesOf(broken, wire)).toEqual(["thinking-cut"]);
  });

  it("drops thinking of other wires and providers whole", () => {
    for (const other of wires.filter((name) => name !== wire))
      expect(codesOf([hi, model(thinkingOf(other, "p", 1), text("A"))], wire)).toEqual(["thinking-foreign"]);
    expect(codesOf([hi, model(thinkingOf(wire, "q", 1), text("A"))], wire)).toEqual(["thinking-foreign"]);
    const anyProvider = repairHistory([hi, model(thinkingOf(wire, "q", 1), text("A"))], wire);
    expect(anyProvider.changes).toEqual([]);
  });

  it("drops thinking that led to nothing", () => {
    expect(repaired([hi, model(thinkingOf(wire, "p", 1)), userMessage("And?")], wire)).toHaveLength(1);
  });

  it("B7: keeps the true result of every call of a batch", () => {
    const history = [
      hi,
      model(call("a"), call("b")),
      userMessage([result("b", "yes"), result("a"), text("Go on.")]),
    ];
    expect(repaired(history, wire)).toBe(history);
  });

  it("B9: survives two compactions that part a call from its result", () => {
    const history = [
      hi,
      model(call("a")),
      userMessage([result("a", "42 rows")]),
      model(text("42.")),
      userMessage("And?"),
    ];
    const once = repaired(history.slice(2), wire);
    const twice = repaired(once.slice(1), wire);
    expect(JSON.stringify(once)).toContain("42 rows");
    expect(twice[0]?.role).toBe("user");
    for (const kept of [once, twice]) expect(strictViolations(wire, bodyOf(wire, kept))).toEqual([]);
  });

  it("puts a late result behind its call, and says so", () => {
    const history = [
      hi,
      model(call("a")),
      userMessage("Stop."),
      model(text("OK")),
      userMessage([result("a", "42 rows")]),
    ];
    expect(repaired(history, wire)).toEqual([
      hi,
      model(call("a")),
      userMessage([result("a", "42 rows"), text("Stop.")]),
      model(text("OK")),
    ]);
    expect(repairHistory(history, wire).changes).toEqual([
      { code: "late-result", index: 4, what: "moved a late result behind its call", callId: "a" },
    ]);
  });

  it("keeps the first of two results, and quotes the second where it says something else", () => {
    const turn = [hi, model(call("a")), userMessage([result("a", "one")])];
    expect(repaired([...turn, userMessage([result("a", "one")])], wire)).toEqual(turn);
    const [, , answer] = repaired([...turn, userMessage([result("a", "two")])], wire);
    expect(answer?.content).toEqual([result("a", "one"), expect.anything(), text("two")]);
  });

  it("understands calls and results stored one by one", () => {
    const parts = [
      hi,
      model(call("a")),
      model(call("b")),
      userMessage([result("a")]),
      userMessage([result("b")]),
    ];
    expect(repaired(parts, wire)).toEqual([
      hi,
      model(call("a"), call("b")),
      userMessage([result("a"), result("b")]),
    ]);
  });

  it("gives calls that share an id ids of their own, and each its own result", () => {
    const history = [
      hi,
      model(call("call_0"), call("call_0")),
      userMessage([result("call_0", "one"), result("call_0", "two")]),
      model(call("call_0")),
      userMessage([result("call_0", "three")]),
    ];
    const sent = repaired(history, wire).flatMap<Message["content"][number]>(({ content }) => content);
    const ids = sent.flatMap((block) => (block.type === "tool-call" ? [block.id] : []));
    const results = sent.flatMap((block) =>
      block.type === "tool-result" ? [[block.callId, block.content]] : [],
    );
    expect(ids).toEqual(["call_0", "call_0_2", "call_0_3"]);
    expect(results).toEqual(ids.map((id, index) => [id, [text(["one", "two", "three"][index]!)]]));
  });

  it("replaces ids and names the wire refuses, in call and result", () => {
    const id = "x".repeat(100);
    const history = [hi, model(call(id, { name: "my tool!" })), userMessage([result(id)])];
    const [, asked, answer] = repaired(history, wire);
    const sent = asked?.content[0] as ToolCall;
    expect(sent.name).toBe("my_tool_");
    expect(sent.id.length).toBeLessThanOrEqual(64);
    expect(answer?.content).toEqual([{ ...result(id), callId: sent.id }]);
    expect(codesOf(history, wire)).toEqual(["tool-name", "call-id"]);
    expect(codesOf([hi, model(call("", { name: "" })), userMessage([result("")])], wire)).toEqual([
      "tool-name",
      "call-id",
    ]);
  });

  it("begins with the user, alternates, and reads other roles", () => {
    const system = { role: "system", content: "Be brief." };
    expect(repaired([model(text("A")), hi], wire).map(({ role }) => role)).toEqual([
      "user",
      "assistant",
      "user",
    ]);
    expect(repaired([system, hi, model(text("A")), model(text("B"))], wire)).toEqual([
      userMessage([text("Be brief."), text("Hi")]),
      model(text("A"), text("B")),
    ]);
  });

  it("moves blocks to a message of the right role", () => {
    const mixed = { role: "assistant", content: [text("A"), call("a"), result("a"), text("B")] };
    expect(repaired([hi, mixed], wire)).toEqual([
      hi,
      model(text("A"), call("a")),
      userMessage([result("a")]),
      model(text("B")),
    ]);
    const late = userMessage([text("First."), result("a")]);
    expect(repaired([hi, model(call("a")), late], wire)[2]).toEqual(
      userMessage([result("a"), text("First.")]),
    );
  });

  it("leaves out images where none are allowed, and says so where the user or a tool showed one", () => {
    const image = { type: "image", mediaType: "image/png", data: "aW1n" } as const;
    expect(repaired([hi, { role: "assistant", content: [text("A"), image] }], wire)[1]).toEqual(
      model(text("A")),
    );
    const shown = userMessage([
      { ...image, mediaType: "image/bmp" },
      image,
      { ...image, data: "data:image/gif;base64,aW1n" },
    ]);
    expect(repaired([shown], wire)[0]?.content).toEqual([
      text("[An image that could not be sent]"),
      image,
      { ...image, mediaType: "image/gif" },
    ]);
  });

  it("replaces half characters, which make a provider refuse the request", () => {
    const history = [userMessage("a\ud83d"), model(call("a", { args: { path: "\udc00b \\ud83d 🌍" } }))];
    const [asked, called] = repaired(history, wire);
    expect(asked).toEqual(userMessage("a\ufffd"));
    expect(called?.content).toEqual([call("a", { args: { path: "\ufffdb \\ud83d 🌍" } })]);
  });

  it("makes one message out of nothing but junk, and leaves an empty history alone", () => {
    expect(repaired([null, 7, {}, { role: "user", content: [null, { type: "future" }] }], wire)).toHaveLength(
      1,
    );
    const empty: Message[] = [];
    expect(repaired(empty, wire)).toBe(empty);
  });
});

describe("RepairMemo", () => {
  it("does not look again at messages it has seen", () => {
    let reads = 0;
    const seen: Message = {
      role: "user",
      get content() {
        reads++;
        return [text("Hi")];
      },
    };
    const memo = new RepairMemo("anthropic", "p");
    const broken = [seen, model(call("a b")), userMessage([result("a b")])];
    memo.repair(broken);
    const before = reads;
    expect(before).toBeGreaterThan(0);
    for (let turn = 0; turn < 3; turn++) {
      broken.push(model(text("A")), userMessage("And?"));
      expect(memo.repair([...broken]).messages).toHaveLength(broken.length);
    }
    expect(reads).toBe(before);
  });
});

describe("repairHistory, one wire's rules", () => {
  it("Anthropic: no unsigned thinking, no white space at the end of a last answer", () => {
    const { signature: _, ...unsigned } = thinkingOf("anthropic", "p", 1);
    expect(codesOf([hi, model(unsigned, text("A"))])).toEqual(["thinking-unsigned"]);
    const answered = [hi, model(text("A \n"))];
    expect(repaired(answered)[1]).toEqual(model(text("A")));
    expect(codesOf([...answered, hi])).toEqual([]);
  });

  it("Responses: a reasoning item stays only in front of what it led to, and only once", () => {
    const [one, two] = [1, 2].map((turn) => thinkingOf("openai-responses", "p", turn));
    const wire = "openai-responses";
    expect(repaired([hi, model(one!, two!, call("a")), userMessage([result("a")])], wire)[1]).toEqual(
      model(two!, call("a")),
    );
    const twice = [hi, model(one!, text("A")), hi, model(one!, text("B"))];
    expect(codesOf(twice, wire)).toEqual(["thinking-double"]);
    const readable = { ...one!, text: "Let\n… 9 characters left out …\nsee." };
    expect(codesOf([hi, model(readable, text("A"))], wire)).toEqual([]);
  });

  it("Chat: reasoning that is only there to be read stays", () => {
    const { signature: _, ...readable } = thinkingOf("openai-chat", "p", 1);
    expect(codesOf([hi, model(readable, text("A"))], "openai-chat")).toEqual([]);
  });
});

/** All the words in a history that is not junk: text and results, but for blanks and for half characters. */
const wordsOf = (history: Message[]): string[] =>
  history.flatMap(({ content }) =>
    content.flatMap((block) => {
      const blocks = block.type === "tool-result" ? block.content : [block];
      return blocks.flatMap((part) => (part.type === "text" && isWhole(part.text) ? [part.text] : []));
    }),
  );
const isWhole = (words: string): boolean => words.trim() !== "" && !/\p{Surrogate}/u.test(words);

function deepFreeze(value: unknown): void {
  if (typeof value !== "object" || value === null || Object.isFrozen(value) || ArrayBuffer.isView(value))
    return;
  Object.freeze(value);
  for (const part of Object.values(value)) deepFreeze(part);
}

import { text, type Wire } from "@genericagent/core-loop";
import { describe, expect, it } from "vitest";
import * as conformance from "../src/conformance/index.js";
import {
  type ConformanceAdapter,
  findViolations,
  listCases,
  type Outcome,
  runCase,
  sessionAdapter,
} from "../src/conformance/index.js";

const wires: Wire[] = ["anthropic", "openai-chat", "openai-responses"];
const cases = listCases();
const caseOf = (id: string) => cases.find((testCase) => testCase.id === id)!;

describe("conformance of the sessions", () => {
  for (const testCase of cases)
    for (const wire of wires.filter((name) => testCase.answers[name]))
      it(`${testCase.id} ${testCase.title}: ${wire}`, async () => {
        const result = await runCase(testCase, wire, sessionAdapter);
        expect(result).toEqual({ id: testCase.id, wire, verdict: "right", why: [] });
      });
});

describe("the kit", () => {
  it("exports this list", () => {
    expect(Object.keys(conformance).sort()).toEqual([
      "casesDir",
      "findViolations",
      "listCases",
      "runCase",
      "runConformance",
      "sessionAdapter",
    ]);
  });

  it("has one file a case, each with what goes wrong and what is right", () => {
    expect(new Set(cases.map(({ id }) => id)).size).toBe(cases.length);
    for (const { id, title, wrong, right, asks, answers } of cases) {
      expect([id, title, wrong, right].every((words) => words.length > 1)).toBe(true);
      expect(asks.length).toBeGreaterThan(0);
      expect(Object.keys(answers).every((wire) => wires.includes(wire as Wire))).toBe(true);
    }
  });

  const answering = (outcome: Partial<Outcome> | (() => never)): ConformanceAdapter => ({
    name: "careless",
    wires: ["openai-chat"],
    open: ({ baseUrl }) => ({
      ask: async () => {
        if (typeof outcome === "function") return outcome();
        const body = { messages: [{ role: "tool", tool_call_id: "zz", content: "42 rows" }] };
        await fetch(`${baseUrl}/chat/completions`, { method: "POST", body: JSON.stringify(body) });
        return { text: "", toolCalls: [], stopReason: "end-turn", ...outcome } as Outcome;
      },
    }),
  });

  it("finds wrong outcomes, and says why", async () => {
    const half = { text: "The answer to your quest" };
    const judged = await runCase(caseOf("A3"), "openai-chat", answering(half));
    expect(judged?.verdict).toBe("wrong");
    expect(judged?.why[0]).toContain('the answer "The answer to your quest"');
    expect(judged?.why[1]).toContain("sent messages[0]: a tool message must answer a call");

    const run = { toolCalls: [{ id: "a", name: "write", args: {} }] };
    const cut = await runCase(caseOf("A4"), "openai-chat", answering(run));
    expect(cut?.why[0]).toContain("the calls to run are");

    const swallowed = await runCase(caseOf("C5"), "openai-chat", answering({ text: "Fine." }));
    expect(swallowed?.why[0]).toContain("no failure, but the answer");
    const hopeful = { error: { message: "x", retryable: true } };
    const retried = await runCase(caseOf("C5"), "openai-chat", answering(hopeful));
    expect(retried?.why[0]).toContain("reported as retryable");
  });

  it("does not run what a client does not offer", async () => {
    const { offers: _, ...plain } = sessionAdapter;
    const needy = cases.filter(({ needs = [] }) => needs.length > 0);
    expect(needy.map(({ id }) => id)).toEqual(["A12", "A14", "C1", "C6"]);
    for (const testCase of needy)
      expect(await runCase(testCase, "openai-chat", plain)).toMatchObject({ verdict: "not-offered" });
  });

  it("takes an adapter that throws for wrong, and one without the wire for one that does not offer it", async () => {
    const throwing = answering(() => {
      throw new Error("oops");
    });
    expect(await runCase(caseOf("B1"), "openai-chat", throwing)).toMatchObject({ verdict: "wrong" });
    expect(await runCase(caseOf("B1"), "anthropic", throwing)).toMatchObject({ verdict: "not-offered" });
    expect(await runCase(caseOf("A11"), "openai-chat", throwing)).toBeUndefined();
  });
});

describe("findViolations", () => {
  const user = { role: "user", content: [text("Hi")] };
  const call = { type: "tool_use", id: "a", name: "read", input: {} };
  const result = { type: "tool_result", tool_use_id: "a", content: "seen" };
  const assistant = (...content: object[]) => ({ role: "assistant", content });
  const answer = (...content: object[]) => ({ role: "user", content });

  it.each<[says: string, ...messages: object[]]>([
    ["at least one message"],
    ["must be the user's", assistant(text("A"))],
    ["must not be empty", { role: "user", content: [] }],
    ["must not be blank", answer(text(" "))],
    ["no future block", answer({ type: "future" })],
    ["one tool_result in the next message", user, assistant(call)],
    ["one tool_result in the next message", user, assistant(call), answer(result, result)],
    ["has no tool_use", user, assistant(text("A")), answer(result)],
    ["must come first", user, assistant(call), answer(text("x"), result)],
    ["ids must be unique", user, assistant(call), answer(result), assistant(call), answer(result)],
    ["cannot be thinking", user, assistant({ type: "thinking", thinking: "x", signature: "s" }), user],
    ["must be signed", user, assistant({ type: "thinking", thinking: "x" }, text("A")), user],
    ["trailing whitespace", user, assistant(text("A "))],
    ["letters, digits", user, assistant({ ...call, id: "a:1" }), answer({ ...result, tool_use_id: "a:1" })],
    ["the name of a tool", user, assistant({ ...call, name: "" }), answer(result)],
    ["input should be an object", user, assistant({ ...call, input: "x" }), answer(result)],
    ["base64", answer({ type: "image", source: { media_type: "image/png", data: "??" } })],
    ["whole characters", answer(text("\ud83d"))],
  ])("Anthropic: %s", (says, ...messages) => {
    expect(findViolations("anthropic", { messages }).join("\n")).toContain(says);
  });

  it("Anthropic: passes what is in order, two messages of one role included", () => {
    const messages = [user, user, assistant(call), answer(result, text("Go on. 🌍"))];
    expect(findViolations("anthropic", { messages })).toEqual([]);
  });

  const fn = { name: "read", arguments: "{}" };
  const chatCall = {
    role: "assistant",
    content: null,
    tool_calls: [{ id: "a", type: "function", function: fn }],
  };
  const tool = { role: "tool", tool_call_id: "a", content: "seen" };
  it.each<[says: string, ...messages: object[]]>([
    ["at least one message"],
    ["must answer a call", user, tool],
    ["must answer a call", user, chatCall, tool, tool],
    ["calls without tool messages", user, chatCall, user],
    ["calls without tool messages", user, chatCall],
    ["content or tool_calls", user, { role: "assistant", content: null }],
    [
      "arguments are a JSON object",
      { ...chatCall, tool_calls: [{ id: "a", type: "function", function: { ...fn, arguments: "{" } }] },
    ],
    ["1 to 40", { ...chatCall, tool_calls: [{ id: "x".repeat(41), type: "function", function: fn }] }],
    ["no role", { role: "model", content: "x" }],
  ])("Chat: %s", (says, ...messages) => {
    expect(findViolations("openai-chat", { messages }).join("\n")).toContain(says);
  });

  const reasoning = { type: "reasoning", id: "rs_1", summary: [], encrypted_content: "e" };
  const functionCall = { type: "function_call", call_id: "a", name: "read", arguments: "{}" };
  const output = { type: "function_call_output", call_id: "a", output: "seen" };
  const said = { role: "assistant", content: "A" };
  it.each<[says: string, ...input: object[]]>([
    ["at least one item"],
    ["No tool call found", output],
    ["No tool output found", functionCall],
    ["No tool output found", functionCall, { role: "user", content: "x" }],
    ["unique", functionCall, functionCall, output],
    ["required following item", reasoning, { role: "user", content: "x" }],
    ["Duplicate item", reasoning, said, reasoning, said],
    ["must be encrypted", { ...reasoning, encrypted_content: undefined }, said],
    ["no item type", { type: "future" }],
  ])("Responses: %s", (says, ...input) => {
    expect(findViolations("openai-responses", { input }).join("\n")).toContain(says);
  });
});

import type { Message } from "@genericagent/core-loop";
import fc from "fast-check";
import { describe, expect, it, vi } from "vitest";
import { ContextError, type ContextRequest, compressTags, fitContext } from "../src/index.js";
import { assistant, brokenPairs, call, realTokens, result, user } from "./run-fixture.js";
import { LANGUAGES } from "./texts/languages.js";
import { MACHINE } from "./texts/machine.js";

// The real tokenizer takes its time over long texts.
vi.setConfig({ testTimeout: 60_000 });

const sentences = Object.values(LANGUAGES).flat();
const words = fc
  .tuple(
    fc.constantFrom(...sentences, ...Object.values(MACHINE).map((make) => make(3))),
    fc.integer({ min: 1, max: 40 }),
  )
  .map(([sentence, times]) => sentence.repeat(times));
const noise = fc.string({ unit: "grapheme", maxLength: 2_000 });
const anyText = fc.oneof({ weight: 3, arbitrary: words }, { weight: 1, arbitrary: noise });
const thinking = fc.record({ body: anyText, signed: fc.boolean() });

const turn = fc.record({
  said: anyText,
  thought: fc.option(thinking),
  outputs: fc.array(anyText, { maxLength: 3 }),
});

/** A valid conversation of random turns; the results of the last turn, or new words, are the message. */
const request = fc
  .record({ system: words, turns: fc.array(turn, { minLength: 1, maxLength: 16 }), last: anyText })
  .map(({ system, turns, last }): ContextRequest => {
    const messages: Message[] = [user("Begin.")];
    for (const [index, { said, thought, outputs }] of turns.entries()) {
      const ids = outputs.map((_, part) => `${index}-${part}`);
      const block = thought && {
        type: "thinking" as const,
        text: thought.body,
        wire: "anthropic" as const,
        ...(thought.signed ? { signature: "proof" } : {}),
      };
      messages.push(
        assistant(...(block ? [block] : []), said, ...ids.map((id) => call(id, { script: said }))),
      );
      messages.push(
        user(...outputs.map((output, part) => result(ids[part]!, output)), ...(ids.length ? [] : [last])),
      );
    }
    return {
      system,
      tools: [],
      history: messages.slice(0, -1),
      message: messages.at(-1) as ContextRequest["message"],
    };
  });

const budgets = fc.integer({ min: 500, max: 40_000 });

/** The fitted request, or nothing where it was refused. */
function fit(given: ContextRequest, maxTokens: number, step: boolean) {
  try {
    return fitContext(given, { maxTokens, step });
  } catch (error) {
    expect(error).toBeInstanceOf(ContextError);
    return undefined;
  }
}

describe("any sequence of stages", () => {
  it("keeps pairing, bound, order and the pinned parts, and mutates nothing", () => {
    fc.assert(
      fc.property(request, fc.array(fc.tuple(budgets, fc.boolean()), { maxLength: 3 }), (given, passes) => {
        const before = JSON.stringify(given);
        let current = given;
        for (const [maxTokens, step] of passes) {
          const fitted = fit(current, maxTokens, step);
          if (!fitted) continue;
          current = { ...current, history: fitted.history, message: fitted.message };
          expect(realTokens(current)).toBeLessThanOrEqual(maxTokens);
          expect(brokenPairs([...current.history, current.message])).toEqual([]);
          expect(current.history[0]?.role ?? "user").toBe("user");
        }
        expect(JSON.stringify(given)).toBe(before);
        expect(orderOf(given, current)).toEqual(orderOf(given, current).toSorted((a, b) => a - b));
        expect(idsOf([current.message])).toEqual(idsOf([given.message]));
        if (given.message.content.some((block) => block.type === "tool-result"))
          expect(idsOf(current.history.slice(-1))).toEqual(idsOf(given.history.slice(-1)));
      }),
      { numRuns: 100 },
    );
  });

  it("is idempotent: what was fitted comes back unchanged", () => {
    fc.assert(
      fc.property(request, budgets, fc.boolean(), (given, maxTokens, step) => {
        const once = fit(given, maxTokens, step);
        if (!once) return;
        const twice = fit({ ...given, history: once.history, message: once.message }, maxTokens, step);
        expect(twice?.history).toEqual(once.history);
        expect(twice?.message).toEqual(once.message);
      }),
      { numRuns: 100 },
    );
  });

  it("never cuts signed thinking", () => {
    fc.assert(
      fc.property(request, budgets, (given, maxTokens) => {
        const whole = new Set(signedOf(given.history));
        const fitted = fit(given, maxTokens, true);
        for (const signed of signedOf(fitted?.history ?? [])) expect(whole.has(signed)).toBe(true);
      }),
      { numRuns: 60 },
    );
  });
});

describe("CJK", () => {
  const ranges: [number, number][] = [
    [0x4e00, 0x9fff],
    [0x3041, 0x30f6],
    [0xac00, 0xd7a3],
    [0x3400, 0x4dbf],
  ];
  const char = fc.oneof(
    ...ranges.map(([min, max]) => fc.integer({ min, max }).map((code) => String.fromCharCode(code))),
    fc.constantFrom(
      ...LANGUAGES.chinese!.join(""),
      ...LANGUAGES.japanese!.join(""),
      ...LANGUAGES.korean!.join(""),
    ),
  );

  it("never exceeds the budget by the real tokenizer", () => {
    fc.assert(
      fc.property(
        fc.array(fc.string({ unit: char, maxLength: 3_000, size: "max" }), { maxLength: 12 }),
        budgets,
        (texts, maxTokens) => {
          const history = texts.map((words, index) => (index % 2 ? assistant(words) : user(words)));
          const fitted = fit({ system: "", tools: [], history, message: user("继续") }, maxTokens, false);
          if (fitted) expect(realTokens(fitted)).toBeLessThanOrEqual(maxTokens);
        },
      ),
      { numRuns: 100 },
    );
  });
});

describe("compressTags", () => {
  it("keeps roles, order and ids of any history", () => {
    fc.assert(
      fc.property(
        request,
        fc.integer({ min: 0, max: 12 }),
        fc.integer({ min: 100, max: 900 }),
        (given, exempt, windowChars) => {
          const shorter = compressTags(given.history, { exempt, windowChars });
          expect(shorter.map(({ role }) => role)).toEqual(given.history.map(({ role }) => role));
          expect(idsOf(shorter)).toEqual(idsOf(given.history));
          expect(compressTags(shorter, { exempt, windowChars })).toBe(shorter);
        },
      ),
      { numRuns: 60 },
    );
  });
});

const idsOf = (messages: readonly Message[]): string[] =>
  messages.flatMap((message) =>
    message.content.flatMap((block) =>
      block.type === "tool-call" ? [block.id] : block.type === "tool-result" ? [block.callId] : [],
    ),
  );

/** Where the calls that are left stood before. */
const orderOf = (before: ContextRequest, after: ContextRequest): number[] => {
  const ids = idsOf(before.history.filter(({ role }) => role === "assistant"));
  return idsOf(after.history.filter(({ role }) => role === "assistant")).map((id) => ids.indexOf(id));
};

const signedOf = (messages: readonly Message[]): string[] =>
  messages.flatMap((message) =>
    message.content.flatMap((block) => (block.type === "thinking" && block.signature ? [block.text] : [])),
  );

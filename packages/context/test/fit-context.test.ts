import type { Message } from "@genericagent/core-loop";
import { countTokens } from "gpt-tokenizer/encoding/o200k_base";
import { describe, expect, it } from "vitest";
import { ContextError, evict, fitContext } from "../src/index.js";
import { assistant, brokenPairs, call, realTokens, result, run, user } from "./run-fixture.js";
import { LANGUAGES } from "./texts/languages.js";

const prose = LANGUAGES.english!.join(" ");
const all = (fitted: { history: readonly Message[]; message: Message }) => [
  ...fitted.history,
  fitted.message,
];

describe("fitContext", () => {
  it("touches nothing while the request is small, even on a step", () => {
    const request = run(20, () => "ok");
    const fitted = fitContext(request, { maxTokens: 30_000, step: true });
    expect(fitted.history).toBe(request.history);
    expect(fitted.message).toBe(request.message);
    expect(fitted).toMatchObject({ compressed: 0, evicted: 0, spilled: [] });
  });

  it("I1: nine messages of 30,000 characters fit or are refused before sending", () => {
    const big = (seed: number) => `${seed} ${prose.repeat(30)}`.slice(0, 30_000);
    const history = Array.from({ length: 8 }, (_, i) => (i % 2 ? assistant(big(i)) : user(big(i))));
    const request = { system: "", tools: [], history, message: user(big(8)) };
    for (const maxTokens of [90_000 / 4, 10_000, 2_000]) {
      const fitted = fitContext(request, { maxTokens });
      expect(realTokens(fitted)).toBeLessThanOrEqual(maxTokens);
    }
    expect(() => fitContext(request, { maxTokens: 50 })).toThrow(ContextError);
  });

  it("I3: 40,000 ideographs in each of 64 messages stay below the budget by the real tokenizer", () => {
    for (const han of ["汉字", "字", LANGUAGES.chinese!.join("")]) {
      const words = han.repeat(40_000 / han.length);
      const history = Array.from({ length: 63 }, (_, i) => (i % 2 ? assistant(words) : user(words)));
      const fitted = fitContext(
        { system: "", tools: [], history, message: user("继续") },
        { maxTokens: 30_000 },
      );
      expect(realTokens(fitted)).toBeLessThanOrEqual(30_000);
    }
  });

  it("I5: the open tool chain is pinned when the threshold is crossed between call and result", () => {
    const request = run(40, (turn) => prose.repeat(turn === 40 ? 12 : 2));
    const fitted = fitContext(request, { maxTokens: 10_000 });
    expect(fitted.evicted).toBeGreaterThan(0);
    expect(fitted.history.at(-1)).toBe(request.history.at(-1));
    expect(JSON.stringify(fitted.message)).toContain('"callId":"c40"');
    expect(brokenPairs(all(fitted))).toEqual([]);
  });

  it("B9: no result is left without its call, however often the history is compacted", () => {
    let request = run(30, () => prose);
    for (const maxTokens of [12_000, 8_000, 5_000, 3_000]) {
      const fitted = fitContext(request, { maxTokens, step: true });
      expect(brokenPairs(all(fitted))).toEqual([]);
      expect(fitted.history[0]?.role).toBe("user");
      request = { ...request, ...fitted };
    }
  });

  it("leaves a record of evicted turns: the task, the summaries, the checkpoints", () => {
    const request = run(60, () => prose);
    const history = [...request.history];
    history[5] = assistant(
      call("c3", { key_info: "port is 8443\nuser is ada" }, "update_working_checkpoint"),
    );
    history[6] = user(result("c3", "saved"));
    const [first] = fitContext({ ...request, history }, { maxTokens: 10_000 }).history;
    const record = JSON.stringify(first);
    for (const line of ["user: Please repair the server.", "- looked at part 1", "noted: port is 8443"])
      expect(record).toContain(line);
  });

  it("carries the record over the next eviction", () => {
    let request = run(60, () => prose);
    request = { ...request, ...fitContext(request, { maxTokens: 10_000 }) };
    const more = run(90, () => prose).history.slice(request.history.length);
    const grown = { ...request, history: [...request.history, request.message, ...more.slice(1)] };
    const record = JSON.stringify(fitContext(grown, { maxTokens: 9_000 }).history[0]);
    expect(record).toContain("looked at part 1");
    expect(record.match(/<earlier_turns>/g)).toHaveLength(1);
  });

  it("spills a text larger than any budget and points to it", () => {
    const files = new Map<string, string>();
    const spill = (name: string, text: string) => {
      files.set(name, text);
      return `/tmp/spill/${name}`;
    };
    const huge = prose.repeat(400);
    const request = run(3, (turn) => (turn === 3 ? huge : "ok"));
    const fitted = fitContext(request, { maxTokens: 10_000, spill });
    expect(fitted.evicted).toBe(0);
    expect([...files.values()]).toEqual([huge]);
    const [path] = fitted.spilled.map((spilled) => spilled.path);
    expect(JSON.stringify(fitted.message)).toContain(`file_read ${path}]`);
    expect(realTokens(fitted)).toBeLessThanOrEqual(10_000);
  });

  it("keeps the first pointer when a spilled text has to shrink again", () => {
    const spill = (name: string) => `/tmp/${name}`;
    const request = run(1, () => prose.repeat(400));
    const once = fitContext(request, { maxTokens: 10_000, spill });
    const twice = fitContext({ ...request, ...once }, { maxTokens: 600, spill });
    expect(twice.spilled.every((spilled) => spilled.path === undefined)).toBe(true);
    expect(JSON.stringify(twice.message).match(/Whole text/g)).toHaveLength(1);
  });

  it("leaves out an image that no provider takes, and images when nothing else fits", () => {
    const huge = { type: "image" as const, mediaType: "image/png", data: "A".repeat(27_000_000) };
    const fitted = fitContext(
      { system: "", tools: [], history: [], message: user("look", huge) },
      { maxTokens: 30_000 },
    );
    expect(JSON.stringify(fitted.message)).toContain("An image (image/png, 19.3 MB) was left out");
    const small = { ...huge, data: "AAAA" };
    const tight = { system: "", tools: [], history: [], message: user("look", small) };
    expect(JSON.stringify(fitContext(tight, { maxTokens: 500 }).message)).toContain("was left out");
  });

  it("refuses what cannot be made smaller, and names the part and its size", () => {
    const system = prose.repeat(50);
    const refused = () =>
      fitContext({ system, tools: [], history: [], message: user("hi") }, { maxTokens: 5_000 });
    expect(refused).toThrow(/The largest part that cannot be made smaller is the system/);
    try {
      refused();
    } catch (error) {
      expect(error).toMatchObject({
        code: "context-budget",
        part: "system",
        budgetTokens: 5_000,
        retryable: false,
      });
      expect((error as ContextError).tokens / countTokens(system)).toBeCloseTo(1, 0);
    }
  });

  it.each([0, -1, Number.NaN])("refuses a budget of %d tokens", (maxTokens) => {
    expect(() =>
      fitContext(
        run(1, () => "ok"),
        { maxTokens },
      ),
    ).toThrow(/must be above zero/);
  });

  it("takes a history that is broken already", () => {
    const histories: Message[][] = [
      [user(result("none", prose)), user("a"), user("b")],
      [assistant(call("a")), assistant(call("b")), user(result("b", prose.repeat(9)), result("a", prose))],
      [user("a"), assistant(), user()],
      [assistant(prose.repeat(90))],
    ];
    for (const history of histories) {
      const fitted = fitContext(
        { system: "", tools: [], history, message: user("go on") },
        { maxTokens: 1_000 },
      );
      expect(realTokens(fitted)).toBeLessThanOrEqual(1_000);
    }
  });

  it("takes a fixed budget as given: two sessions share nothing", () => {
    const request = run(50, () => prose);
    const first = fitContext(request, { maxTokens: 8_000 });
    fitContext(request, { maxTokens: 2_000 });
    expect(fitContext(request, { maxTokens: 8_000 })).toEqual(first);
  });
});

describe("evict", () => {
  it("returns the same array when it is small enough", () => {
    const { history } = run(5, () => "ok");
    expect(evict(history, { target: 1_000, measure: () => 1 })).toBe(history);
  });

  it("drops whole turns and opens with a message of the user", () => {
    const { history, message } = run(10, () => "ok");
    const rest = evict(history, { target: 6, measure: () => 1, message });
    expect(rest[0]).toEqual(user("[Earlier turns were left out.]"));
    expect(rest[1]).toBe(history.at(-5));
    expect(brokenPairs([...rest, message])).toEqual([]);
  });
});

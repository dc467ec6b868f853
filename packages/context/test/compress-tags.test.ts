import { describe, expect, it } from "vitest";
import { compressTags } from "../src/index.js";
import { assistant, call, result, run, user } from "./run-fixture.js";

const long = "x".repeat(5_000);
const later = run(6, () => "ok").history;

describe("compressTags", () => {
  it("keeps an 800-character window of old results and calls, and the 10 newest messages whole", () => {
    const history = [
      user("go"),
      assistant(call("a", { script: long })),
      user(result("a", long)),
      ...run(6, () => long).history.slice(1),
    ];
    const shorter = compressTags(history);
    expect(JSON.stringify(shorter[1]!.content).length).toBeLessThan(900);
    expect(JSON.stringify(shorter[2]!.content).length).toBeLessThan(1_000);
    expect(JSON.stringify(shorter[1])).toContain("characters left out");
    const exempt = (messages: readonly unknown[]) => JSON.stringify(messages.slice(-10)).match(/x{5000}/g);
    expect(exempt(shorter)).toEqual(exempt(history));
  });

  it("puts a placeholder for every working memory that a newer one repeats", () => {
    const anchor = `<working_memory>\n${"fact\n".repeat(50)}</working_memory>`;
    const [first] = compressTags([user("go", anchor), ...later]);
    expect(first).toEqual(user("go", "<working_memory>see the newest message</working_memory>"));
  });

  it("keeps the newest working memory when the next message brings none", () => {
    const anchor = (turn: number) => `<working_memory>\n${turn} ${"fact\n".repeat(50)}</working_memory>`;
    const history = [user("go", anchor(1)), assistant("hm"), user("on", anchor(2)), assistant("done")];
    const shorter = compressTags(history, { anchorFollows: false });
    expect(JSON.stringify(shorter[0])).not.toContain("fact");
    expect(shorter[2]).toBe(history[2]);
  });

  it("B6: thinking with a signature is whole or gone, never cut", () => {
    const signed = {
      type: "thinking" as const,
      text: "t".repeat(2_000),
      wire: "anthropic" as const,
      signature: "s",
    };
    const small = { ...signed, text: "short" };
    const unsigned = { type: "thinking" as const, text: "t".repeat(2_000), wire: "openai-chat" as const };
    const shorter = compressTags([
      user("go"),
      assistant(signed, "first"),
      user("on"),
      assistant(small, "second"),
      user("on"),
      assistant(unsigned, "third"),
      user("on"),
      assistant(signed),
      ...later,
    ]);
    expect(shorter[1]).toEqual(assistant("first"));
    expect(shorter[3]).toEqual(assistant(small, "second"));
    expect(shorter[5]!.content[0]).toMatchObject({ type: "thinking" });
    expect(JSON.stringify(shorter[5]).length).toBeLessThan(1_000);
    expect(shorter[7]).toEqual(assistant("(thinking)"));
  });

  it("replaces images of old results by a note", () => {
    const image = { type: "image" as const, mediaType: "image/png", data: "AAAA" };
    const shorter = compressTags([
      user("go"),
      assistant(call("a")),
      user(result("a", "page", image)),
      ...later,
    ]);
    expect(shorter[2]).toEqual(user(result("a", "page", "[image left out]")));
  });

  it("keeps words of the user, answers and invalid arguments' head", () => {
    const cut = {
      type: "tool-call" as const,
      id: "a",
      name: "file_write",
      args: {},
      invalidArgs: `{"path": "${long}`,
    };
    const shorter = compressTags([user(long), assistant(long, cut), user(result("a", "not run")), ...later]);
    expect(shorter[0]).toEqual(user(long));
    expect(shorter[1]!.content[0]).toEqual({ type: "text", text: long });
    expect(JSON.stringify(shorter[1]!.content[1]).length).toBeLessThan(950);
  });

  it("cuts arguments of any shape to the window", () => {
    const shapes = [
      { list: Array.from({ length: 3_000 }, (_, i) => i) },
      Object.fromEntries(Array.from({ length: 400 }, (_, i) => [`key${i}`, "value"])),
      { a: '"\n'.repeat(2_000), b: { c: long } },
    ];
    for (const args of shapes) {
      const [, shorter] = compressTags([
        user("go"),
        assistant(call("a", args)),
        user(result("a", "ok")),
        ...later,
      ]);
      const [block] = shorter!.content;
      expect(block?.type === "tool-call" && JSON.stringify(block.args).length).toBeLessThanOrEqual(800);
    }
  });

  it("returns the same array when nothing is old or large, and is idempotent", () => {
    expect(compressTags(later)).toBe(later);
    const once = compressTags(run(30, () => long).history);
    expect(compressTags(once)).toBe(once);
  });
});

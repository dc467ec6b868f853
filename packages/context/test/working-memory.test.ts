import { type AssistantBlock, text } from "@genericagent/core-loop";
import { describe, expect, it } from "vitest";
import { anchorPrompt, summarizeTurn, type TurnSummary } from "../src/index.js";

const reply = (...content: AssistantBlock[]) => ({ message: { role: "assistant" as const, content } });

describe("summarizeTurn", () => {
  it("takes the summary tag, on one line", () => {
    expect(summarizeTurn(reply(text("Hm.\n<summary>read the\n config</summary>\nmore")))).toBe(
      "read the config",
    );
  });

  it("takes the first line that says something", () => {
    expect(summarizeTurn(reply(text("<thinking>secret</thinking>\n```\nReading the log.\nThen more.")))).toBe(
      "Reading the log.",
    );
  });

  it("describes the calls of a silent turn", () => {
    const call = {
      type: "tool-call" as const,
      id: "1",
      name: "file_read",
      args: { path: "a.txt", start: 3 },
    };
    expect(summarizeTurn(reply(call))).toBe("file_read(path=a.txt, start=3)");
  });

  it("never exceeds 100 characters and is never empty", () => {
    expect(summarizeTurn(reply(text("word ".repeat(100))))).toHaveLength(100);
    expect(summarizeTurn(reply())).not.toBe("");
  });
});

describe("anchorPrompt", () => {
  const summaries = (count: number, task?: string): TurnSummary[] =>
    Array.from({ length: count }, (_, i) => ({
      turn: i + 1,
      text: `did ${i + 1}`,
      ...(task ? { task } : {}),
    }));

  it("shows the last 20 turns, the turn number and key_info", () => {
    const anchor = anchorPrompt({ turn: 25, keyInfo: "port 8080", summaries: summaries(25) });
    expect(anchor.match(/^\[\d+\] did \d+$/gm)).toHaveLength(20);
    expect(anchor).toContain("Current turn: 25");
    expect(anchor).toContain("<key_info>\nport 8080\n</key_info>");
    expect(anchor).toContain("<earlier_context>\n[1–5] … did 5\n</earlier_context>");
  });

  it("folds earlier turns by task", () => {
    const first = summaries(3, "build the parser");
    const second = summaries(25, "write the docs").map((s) => ({ ...s, turn: s.turn + 3 }));
    const anchor = anchorPrompt({ turn: 28, summaries: [...first, ...second] });
    expect(anchor).toContain("[1–3] build the parser: did 3\n[4–8] write the docs: did 5\n");
  });

  it("leaves out what is empty and stays bounded in a long run", () => {
    expect(anchorPrompt({ turn: 1, summaries: [] })).toBe(
      "<working_memory>\nCurrent turn: 1\n</working_memory>",
    );
    const tasks = summaries(5_000).map((s) => ({ ...s, task: `task ${s.turn}`, text: "long ".repeat(100) }));
    expect(anchorPrompt({ turn: 5_000, keyInfo: "k".repeat(99_999), summaries: tasks }).length).toBeLessThan(
      12_000,
    );
  });
});

import type { ToolCall } from "@genericagent/core-loop";
import { emptyUsage, userMessage } from "@genericagent/core-loop";
import { describe, expect, it } from "vitest";
import { Conversation, type JournalEntry } from "../src/index.js";

const call = (id: string): ToolCall => ({ type: "tool-call", id, name: "code_run", args: {} });
const message = (text: string): JournalEntry => ({
  type: "message",
  at: "",
  turn: 1,
  message: userMessage(text),
});
const reply = (...calls: ToolCall[]): JournalEntry => ({
  type: "reply",
  turn: 1,
  message: { role: "assistant", content: calls },
  stopReason: "tool-calls",
  usage: emptyUsage(),
});
const start = (id: string): JournalEntry => ({ type: "tool-start", turn: 1, call: call(id) });
const end = (id: string): JournalEntry => ({
  type: "tool-end",
  turn: 1,
  durationMs: 1,
  result: { type: "tool-result", callId: id, name: "code_run", content: [{ type: "text", text: "real" }] },
});

const fold = (...entries: JournalEntry[]): Conversation => {
  const conversation = new Conversation();
  for (const entry of entries) conversation.apply(entry);
  return conversation;
};

describe("Conversation", () => {
  it("keeps a message without an answer out of the history and in what is pending", () => {
    const conversation = fold(message("do it"));
    expect(conversation.history).toEqual([]);
    expect(conversation.pending()).toEqual(userMessage("do it").content);
  });

  it("gives each call of the last reply its true result, or says that it was cut off or never ran", () => {
    const conversation = fold(
      message("go"),
      reply(call("a"), call("b"), call("c")),
      start("a"),
      end("a"),
      start("b"),
    );
    expect(conversation.history).toHaveLength(2);
    const texts = conversation.pending().map((block) => JSON.stringify(block));
    expect(texts[0]).toContain("real");
    expect(texts[1]).toContain("Interrupted, state unknown");
    expect(texts[2]).toContain("Not run");
  });

  it("has nothing pending after an answer without calls", () => {
    const conversation = fold(message("hi"), reply(), { type: "turn-end", turn: 1, summary: "greeted" });
    expect(conversation.pending()).toEqual([]);
    expect(conversation.memory).toEqual({ turn: 1, summaries: [{ turn: 1, text: "greeted" }] });
  });
});

import type { LoopEvent, ToolCall, ToolResult } from "@genericagent/core-loop";
import { describe, expect, it } from "vitest";
import type { RunSummary } from "../src/run-view.js";
import { RunScreen } from "../src/terminal/run-screen.js";
import { VirtualTerminal } from "./virtual-terminal.js";

const call: ToolCall = {
  type: "tool-call",
  id: "1",
  name: "code_run",
  args: { type: "bash", script: "make" },
};
const usage = { inputTokens: 10, cachedInputTokens: 0, cacheWriteTokens: 0, outputTokens: 5 };
const summary: RunSummary = {
  ...{ type: "run-end", reason: "done", text: "", turns: 1, usage, durationMs: 900, session: "s1" },
};
const said = (text: string): LoopEvent[] => [
  { type: "text-delta", text: text.slice(0, 9) },
  { type: "text-delta", text: text.slice(9) },
  {
    type: "reply",
    turn: 1,
    message: { role: "assistant", content: [{ type: "text", text }] },
    stopReason: "end-turn",
    usage,
  },
];

function shown(events: readonly LoopEvent[], end: RunSummary = summary): string {
  const terminal = new VirtualTerminal(60);
  const screen = new RunScreen(terminal);
  for (const event of events) screen.event(event);
  screen.end(end);
  return terminal.text;
}

describe("ga run on a terminal", () => {
  it("shows the answer rendered, and tells the session at the end", () => {
    expect(
      shown(said("<summary>counted</summary>\nThere are **3**:\n\n- [x] a\n\n| n |\n| - |\n| 1 |")),
    ).toBe(
      "› counted\nThere are 3:\n\n☑ a\n\nn\n─\n1\n\ndone · 1 turn · 10 tokens in, 5 out · 900 ms · session s1",
    );
  });

  it("loses no word before a call, and names the call that was cut off", () => {
    const events = [...said("I build it."), { type: "tool-start", turn: 1, call } as const];
    expect(shown(events, { ...summary, reason: "aborted" })).toMatch(
      /^I build it\.\n– code_run bash make: stopped\n\naborted · /,
    );
  });

  it("sets words apart from the calls above them, and a summary not", () => {
    const result: ToolResult = { type: "tool-result", callId: "1", name: "code_run", content: [] };
    const ended: LoopEvent = { type: "tool-end", turn: 1, call, result, durationMs: 5 };
    expect(shown([ended, ...said("Built.")])).toMatch(/^✓ code_run bash make 5 ms\n\nBuilt\.\n\ndone/);
    expect(shown([ended, ...said("<summary>built</summary>\nBuilt.")])).toMatch(
      /^✓ code_run bash make 5 ms\n› built\nBuilt\.\n\ndone/,
    );
  });

  it("says why an answer was sent back", () => {
    const why = "[VERIFY] Not accepted as done: 2 steps are open.\nMend just this.";
    const events: LoopEvent[] = [
      ...said("Done."),
      { type: "turn-start", turn: 2, message: { role: "user", content: [{ type: "text", text: why }] } },
      ...said("Done now."),
    ];
    expect(shown(events)).toMatch(/^Done\.\n✗ not accepted as done: 2 steps are open\.\nDone now\.\n/);
  });

  it("leaves the terminal to a question, and goes on below it", () => {
    const terminal = new VirtualTerminal(60);
    const screen = new RunScreen(terminal);
    for (const event of said("May I?")) screen.event(event);
    screen.event({ type: "tool-start", turn: 1, call });
    screen.pause();
    expect(terminal.text).toBe("May I?");
    terminal.write("y or n? y\r\n");
    screen.resume();
    screen.event({
      type: "tool-end",
      turn: 1,
      call,
      result: { type: "tool-result", callId: "1", name: "code_run", content: [] },
      durationMs: 5,
    });
    screen.end(summary);
    expect(terminal.text).toMatch(/^May I\?\ny or n\? y\n✓ code_run bash make 5 ms\n\ndone/);
  });
});

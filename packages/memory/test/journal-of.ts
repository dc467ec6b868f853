import type { AssistantBlock, JsonObject } from "@genericagent/core-loop";
import type { TraceEntry } from "../src/crystallize/trace.js";

export interface Act {
  tool?: string;
  args: JsonObject;
  said?: string;
  output?: string;
  isError?: boolean;
}

/** The journal of a session with one run, as the agent writes it. */
export function journalOf(task: string, acts: readonly Act[], answer = "Done."): TraceEntry[] {
  const entries: object[] = [
    { type: "session", version: 1, id: "s-1", at: at(0), cwd: "/work", model: "m" },
    {
      type: "message",
      at: at(0),
      turn: 1,
      message: { role: "user", content: [{ type: "text", text: task }] },
    },
  ];
  acts.forEach((act, index) => {
    const { tool = "code_run", args, said = "", output = "exit 0", isError } = act;
    const id = `c${index + 1}`;
    const call: AssistantBlock = { type: "tool-call", id, name: tool, args };
    const content: AssistantBlock[] = [{ type: "text", text: said }, call];
    const result = { type: "tool-result", callId: id, name: tool, content: [{ type: "text", text: output }] };
    entries.push(
      {
        type: "reply",
        turn: index + 1,
        message: { role: "assistant", content },
        stopReason: "tool-calls",
        usage,
      },
      { type: "tool-start", turn: index + 1, call },
      {
        type: "tool-end",
        turn: index + 1,
        result: isError ? { ...result, isError } : result,
        durationMs: 100,
      },
      { type: "message", at: at(index + 1), turn: index + 2, message: { role: "user", content: [result] } },
    );
  });
  entries.push(
    {
      type: "reply",
      turn: acts.length + 1,
      message: { role: "assistant", content: [{ type: "text", text: answer }] },
      stopReason: "end-turn",
      usage,
    },
    { type: "run-end", at: at(acts.length + 1), reason: "done" },
  );
  return entries as TraceEntry[];
}

const usage = { inputTokens: 1000, cachedInputTokens: 0, cacheWriteTokens: 0, outputTokens: 100 };
const at = (second: number): string => new Date(Date.UTC(2026, 0, 1, 0, 0, second)).toISOString();

import type { ToolCall, ToolResult } from "@genericagent/core-loop";
import { journalPath } from "../journal.js";
import type { JournalEntry } from "../journal-entry.js";
import { readSessionText } from "../session-files.js";

/** A tool call and what came of it, as the journal has them. */
export interface SessionCall {
  call: ToolCall;
  result: ToolResult;
}

/** The calls of a session that have a result, in order. Unreadable lines are passed over. */
export async function sessionCalls(dataHome: string, session: string): Promise<SessionCall[]> {
  const text = await readSessionText(journalPath(dataHome, session)).catch(() => "");
  const started = new Map<string, ToolCall>();
  const calls: SessionCall[] = [];
  for (const line of text.split("\n")) {
    if (!line.startsWith('{"type":"tool-')) continue;
    const entry = parse(line);
    if (entry?.type === "tool-start") started.set(entry.call.id, entry.call);
    if (entry?.type !== "tool-end") continue;
    const call = started.get(entry.result.callId);
    if (call) calls.push({ call, result: entry.result });
  }
  return calls;
}

function parse(line: string): JournalEntry | undefined {
  try {
    return JSON.parse(line) as JournalEntry;
  } catch {
    return undefined;
  }
}

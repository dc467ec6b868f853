import { type ToolCall, type ToolResult, textOf } from "@genericagent/core-loop";
import { journalPath } from "../journal.js";
import type { JournalEntry } from "../journal-entry.js";
import { readSessionText } from "../session-files.js";

/** A tool call and what came of it, as the journal has them. */
export interface SessionCall {
  call: ToolCall;
  result: ToolResult;
  /** The text of the reply that made the call: code may stand there. */
  said: string;
}

/** The calls of a session that have a result, in order. Unreadable lines are passed over. */
export async function sessionCalls(dataHome: string, session: string): Promise<SessionCall[]> {
  const text = await readSessionText(journalPath(dataHome, session)).catch(() => "");
  const started = new Map<string, Omit<SessionCall, "result">>();
  let said = "";
  const calls: SessionCall[] = [];
  for (const line of text.split("\n")) {
    if (!line.startsWith('{"type":"tool-') && !line.startsWith('{"type":"reply"')) continue;
    const entry = parse(line);
    if (entry?.type === "reply") said = textOf(entry.message);
    if (entry?.type === "tool-start") started.set(entry.call.id, { call: entry.call, said });
    if (entry?.type !== "tool-end") continue;
    const made = started.get(entry.result.callId);
    if (made) calls.push({ ...made, result: entry.result });
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

import type { PermissionDecision } from "@genericagent/tools";
import { journalPath, listSessions } from "./journal.js";
import type { JournalHeader } from "./journal-entry.js";
import { readSessionText } from "./session-files.js";

export interface SessionDecisions {
  session: string;
  /** The workspace of the session. */
  cwd: string;
  decisions: PermissionDecision[];
}

/** What was decided in the journalled sessions, latest first. Unreadable lines and files are passed over. */
export async function readDecisions(dataHome: string): Promise<SessionDecisions[]> {
  const sessions: SessionDecisions[] = [];
  for (const session of await listSessions(dataHome)) {
    const lines = (await readSessionText(journalPath(dataHome, session)).catch(() => "")).split("\n");
    const cwd = parse<JournalHeader>(lines[0] ?? "")?.cwd ?? "";
    const decisions = lines
      .filter((line) => line.startsWith('{"type":"decision"'))
      .flatMap((line) => parse<PermissionDecision>(line) ?? []);
    sessions.push({ session, cwd, decisions });
  }
  return sessions;
}

function parse<T>(line: string): T | undefined {
  try {
    return JSON.parse(line) as T;
  } catch {
    return undefined;
  }
}

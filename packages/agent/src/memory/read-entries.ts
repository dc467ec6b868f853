import { journalPath } from "../journal.js";
import type { JournalEntry } from "../journal-entry.js";
import { readSessionText } from "../session-files.js";

/** The lines of a session's journal as they are on the disk; none where there is no such session. */
export async function readEntries(dataHome: string, session: string): Promise<JournalEntry[]> {
  if (!/^[\w-]+$/.test(session)) return [];
  const lines = await readSessionText(journalPath(dataHome, session)).catch(() => "");
  return lines.split("\n").flatMap((line) => {
    try {
      return line ? [JSON.parse(line) as JournalEntry] : [];
    } catch {
      return [];
    }
  });
}

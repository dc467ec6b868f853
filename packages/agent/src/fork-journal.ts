import { rename, writeFile } from "node:fs/promises";
import { AgentError } from "./agent-error.js";
import { Conversation } from "./conversation.js";
import { journalPath, readEntries } from "./journal.js";
import type { JournalEntry, JournalHeader } from "./journal-entry.js";

/**
 * Copies a session's turns into a new journal, the first `turn` of them.
 *
 * @throws AgentError `unknown-turn` where the session has fewer.
 */
export async function forkJournal(
  dataHome: string,
  { from, to, turn }: { from: string; to: string; turn: number },
): Promise<void> {
  const entries: JournalEntry[] = [];
  const conversation = new Conversation();
  for await (const entry of readEntries(dataHome, from)) {
    entries.push(entry);
    conversation.apply(entry);
  }
  if (!Number.isInteger(turn) || turn < 0 || turn > conversation.turns)
    throw new AgentError("unknown-turn", `Session ${from} has ${conversation.turns} turns, not ${turn}.`);
  const at = new Date().toISOString();
  const [header, ...rest] = entries as [JournalHeader, ...JournalEntry[]];
  const copied: JournalEntry[] = [{ ...header, id: to, at, forkedFrom: { id: from, turn } }, ...rest];
  if (turn < conversation.turns) copied.push({ type: "rewind", at, turn, files: [] });
  const temporary = `${journalPath(dataHome, to)}.tmp`;
  const lines = copied.map((entry) => `${JSON.stringify(entry)}\n`).join("");
  await writeFile(temporary, lines, { mode: 0o600, flag: "wx" });
  await rename(temporary, journalPath(dataHome, to));
}

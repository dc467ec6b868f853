import type { ToolCall } from "@genericagent/core-loop";
import type { HistoryLine } from "@genericagent/memory";
import type { JournalEntry } from "../journal-entry.js";

const MAX_TASK_CHARS = 200;
const WRITES = new Set(["file_write", "file_patch"]);

/** A line for each task of a session: what was asked, how it ended, which files were written, which skills used. */
export function distilSession(session: string, text: string): HistoryLine[] {
  const lines: HistoryLine[] = [];
  for (const entry of entriesIn(text)) {
    if (entry.type === "message" && entry.turn === 1) {
      // Further texts are the host's hints.
      const first = entry.message.content.find((block) => block.type === "text");
      const task = first?.text.trim() ?? "";
      if (task !== "") lines.push(lineFor(session, entry.at, task));
    }
    const line = lines.at(-1);
    if (!line) continue;
    if (entry.type === "tool-start") noteCall(line, entry.call);
    // The host recalled the skill: the answer names it in the place of a model.
    const recalled = entry.type === "reply" ? /^skill\/(.+)$/.exec(entry.model ?? "")?.[1] : undefined;
    if (recalled) addOnce(line.skills, recalled);
    if (entry.type === "run-end") line.outcome = entry.reason;
  }
  return lines;
}

const lineFor = (session: string, at: string, task: string): HistoryLine => ({
  ...{ at, session, outcome: "open", files: [], skills: [] },
  task: task.replace(/\s+/g, " ").slice(0, MAX_TASK_CHARS),
});

function noteCall(line: HistoryLine, { name, args }: ToolCall): void {
  const path = typeof args.path === "string" ? args.path : undefined;
  if (path && WRITES.has(name)) addOnce(line.files, path);
  if (name === "code_run" && typeof args.skill === "string") addOnce(line.skills, args.skill);
  const asked = [path, args.script, args.code].filter((value) => typeof value === "string").join("\n");
  const named = /memory[\\/]skills[\\/]([\w.-]+)|\bga skill run ([\w.-]+)/g;
  for (const [, folder, run] of asked.matchAll(named)) addOnce(line.skills, (folder ?? run)!);
}

function addOnce(list: string[], value: string): void {
  const plain = value.replaceAll(", ", " ");
  if (!list.includes(plain)) list.push(plain);
}

function* entriesIn(text: string): Generator<JournalEntry> {
  for (const line of text.split("\n")) {
    if (!/^\{"type":"(message|reply|tool-start|run-end)"/.test(line)) continue;
    try {
      yield JSON.parse(line) as JournalEntry;
    } catch {} // cut by a kill
  }
}

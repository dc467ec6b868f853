import type { ToolContent } from "@genericagent/core-loop";
import type { ArchiveHit } from "@genericagent/memory";
import { journalPath } from "../journal.js";
import type { JournalEntry } from "../journal-entry.js";
import { readSessionText } from "../session-files.js";

const MAX_CHARS = 200;

/** The line of a journal as a person would read it, cut around the first word of the query. */
export async function showLine(
  dataHome: string,
  { session, offset }: ArchiveHit,
  query: string,
): Promise<string> {
  const text = await readSessionText(journalPath(dataHome, session)).catch(() => "");
  const line = Buffer.from(text).subarray(offset).toString("utf8").split("\n", 1)[0]!;
  return around(textOfEntry(line).replace(/\s+/g, " ").trim(), query);
}

function textOfEntry(line: string): string {
  try {
    const entry = JSON.parse(line) as JournalEntry;
    if (entry.type === "message" || entry.type === "reply")
      return entry.message.content.map(textOfBlock).join(" ");
    return entry.type === "tool-end" ? textOfBlock(entry.result) : "";
  } catch {
    return "";
  }
}

function textOfBlock(block: {
  type: string;
  text?: string;
  name?: string;
  args?: unknown;
  content?: readonly ToolContent[];
}): string {
  if (block.type === "text") return block.text ?? "";
  if (block.type === "tool-call")
    return `${block.name}(${Object.values(block.args ?? {})
      .map((value) => (typeof value === "string" ? value : JSON.stringify(value)))
      .join(" ")})`;
  return (block.content ?? []).map((each) => (each.type === "text" ? each.text : "")).join(" ");
}

function around(text: string, query: string): string {
  const words = query.toLowerCase().match(/[\p{L}\p{N}]{3,}/gu) ?? [];
  const places = words.map((word) => text.toLowerCase().indexOf(word)).filter((place) => place >= 0);
  const start = Math.max(0, Math.min(...(places.length > 0 ? places : [0])) - MAX_CHARS / 4);
  const cut = text.slice(start, start + MAX_CHARS);
  return `${start > 0 ? "…" : ""}${cut}${start + MAX_CHARS < text.length ? "…" : ""}`;
}

import { ToolRefusal } from "../tool-refusal.js";
import { explainMiss } from "./explain-miss.js";
import {
  endingNear,
  findMatches,
  lineNumberAt,
  MAX_MATCHES,
  type Match,
  withEndingsOf,
} from "./find-matches.js";
import { hasLineNumbers, withoutLineNumbers } from "./line-numbers.js";
import { foldLookAlikes, keepFound } from "./look-alikes.js";

export interface Patch {
  /** The new bytes, in pieces: what stands outside the match is not copied. */
  parts: Buffer[];
  /** Which lines were replaced, and what had to be put right to find them. */
  report: string;
}

/** Candidates and look-alikes are only searched for in files up to this size. */
const MAX_BYTES_TO_COMPARE = 20 * 1024 * 1024;
const MAX_LINES_NAMED = 20;

/**
 * Replaces the one place where `old` stands in UTF-8 bytes. Line ends match each other; a copy with line numbers
 * and plain look-alikes of typographic characters are recognised when nothing matches as it stands.
 *
 * @throws ToolRefusal when there is no such place or more than one
 */
export function patchBytes(bytes: Buffer, old: string, content: string): Patch {
  if (old === "")
    throw new ToolRefusal("Nothing was changed: old_content is empty. Copy the block to replace.");
  const exact = patchExact(bytes, old, content);
  if (exact) return exact;

  let [wanted, written, note] = [old, content, ""];
  if (hasLineNumbers(old)) {
    [wanted, written] = [withoutLineNumbers(old), withoutLineNumbers(content)];
    note = " The line numbers in old_content were left out.";
    const numbered = patchExact(bytes, wanted, written);
    if (numbered) return { ...numbered, report: numbered.report + note };
  }
  if (bytes.length > MAX_BYTES_TO_COMPARE)
    throw new ToolRefusal(
      "Nothing was changed: old_content is not in the file. Read the place again with keyword.",
    );
  const text = bytes.toString();
  const folded = patchFolded(bytes, text, wanted, written);
  if (folded) return { ...folded, report: folded.report + note };
  throw new ToolRefusal(
    `Nothing was changed: old_content is not in the file.\n${explainMiss(text, wanted)}\nRead the place again and copy it exactly.`,
  );
}

/** Bytes are searched as Latin-1 text: one character a byte, so positions in it are positions in the file. */
function patchExact(bytes: Buffer, old: string, content: string): Patch | undefined {
  const text = bytes.toString("latin1");
  const match = onlyMatch(text, Buffer.from(old).toString("latin1"));
  if (!match) return undefined;
  // Where nothing but line ends differs, they are what is to be changed.
  const isNewEnding = old !== content && plain(old) === plain(content);
  const written = isNewEnding ? content : withEndingsOf(match, content, endingNear(text, match));
  return {
    parts: [bytes.subarray(0, match.start), Buffer.from(written), bytes.subarray(match.end)],
    report: reportOf(text, match, content),
  };
}

function patchFolded(bytes: Buffer, text: string, old: string, content: string): Patch | undefined {
  const match = onlyMatch(foldLookAlikes(text), foldLookAlikes(old));
  if (!match) return undefined;
  const found = plain(text.slice(match.start, match.end));
  const kept = keepFound(found, plain(old), plain(content));
  const written = Buffer.from(withEndingsOf(match, kept, endingNear(text, match)));
  const start = Buffer.byteLength(text.slice(0, match.start));
  const end = start + Buffer.byteLength(text.slice(match.start, match.end));
  return {
    parts: [bytes.subarray(0, start), written, bytes.subarray(end)],
    report: `${reportOf(text, match, content)} The file has other forms of some characters (full-width or typographic); they were kept.`,
  };
}

const plain = (text: string): string => text.replaceAll("\r\n", "\n");

function onlyMatch(text: string, old: string): Match | undefined {
  const matches = findMatches(text, old);
  if (matches.length <= 1) return matches[0];
  const lines = matches.slice(0, MAX_LINES_NAMED).map(({ start }) => lineNumberAt(text, start));
  const count = matches.length === MAX_MATCHES ? `${MAX_MATCHES} times or more` : `${matches.length} times`;
  const rest = matches.length > MAX_LINES_NAMED ? " …" : "";
  throw new ToolRefusal(
    `Nothing was changed: old_content is in the file ${count}, at lines ${lines.join(", ")}${rest}. Copy more lines around the one you mean.`,
  );
}

function reportOf(text: string, match: Match, content: string): string {
  const first = lineNumberAt(text, match.start);
  const count = lineCount(text.slice(match.start, match.end));
  const place = count === 1 ? `line ${first}` : `lines ${first}-${first + count - 1}`;
  const written = lineCount(content);
  return `Patched ${place}: now ${written === 1 ? "1 line" : `${written} lines`}.`;
}

const lineCount = (text: string): number => {
  const ends = text.split("\n").length - 1;
  return text === "" || text.endsWith("\n") ? ends : ends + 1;
};

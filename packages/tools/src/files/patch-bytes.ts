import { ToolRefusal } from "../tool-refusal.js";
import { byteOffset } from "./byte-offset.js";
import { describeMatches } from "./describe-matches.js";
import { explainMiss } from "./explain-miss.js";
import { endingNear, findMatches, lineNumberAt, type Match, withEndingsOf } from "./find-matches.js";
import { hasLineNumbers, withoutLineNumbers } from "./line-numbers.js";
import { foldLookAlikes, keepFound } from "./look-alikes.js";
import { searchViewOf } from "./search-view.js";
import { type TextCodec, utf8 } from "./text-codec.js";

export interface Patch {
  /** The new bytes, in pieces: what stands outside the match is not copied. */
  parts: Buffer[];
  /** Which lines were replaced, and what had to be put right to find them. */
  report: string;
}

/** Candidates and look-alikes are only searched for in files up to this size. */
const MAX_BYTES_TO_COMPARE = 20 * 1024 * 1024;

/**
 * Replaces the one place where `old` stands in a text's bytes. Line ends match each other; a copy with line
 * numbers and plain look-alikes of typographic characters are recognised when nothing matches as it stands.
 *
 * @param encode makes bytes of what is written
 * @throws ToolRefusal when there is no such place or more than one
 */
export function patchBytes(
  bytes: Buffer,
  old: string,
  content: string,
  codec: TextCodec = utf8,
  encode: (text: string) => Buffer = Buffer.from,
): Patch {
  if (old === "")
    throw new ToolRefusal("Nothing was changed: old_content is empty. Copy the block to replace.");
  const file = { bytes, codec, encode };
  const exact = patchExact(file, old, content);
  if (exact) return exact;

  let [wanted, written, note] = [old, content, ""];
  if (hasLineNumbers(old)) {
    [wanted, written] = [withoutLineNumbers(old), withoutLineNumbers(content)];
    note = " The line numbers in old_content were left out.";
    const numbered = patchExact(file, wanted, written);
    if (numbered) return { ...numbered, report: numbered.report + note };
  }
  if (bytes.length > MAX_BYTES_TO_COMPARE)
    throw new ToolRefusal(
      "Nothing was changed: old_content is not in the file. Read the place again with keyword.",
    );
  const text = codec.decode(bytes);
  const folded = patchFolded(file, text, wanted, written);
  if (folded) return { ...folded, report: folded.report + note };
  throw new ToolRefusal(
    `Nothing was changed: old_content is not in the file.\n${explainMiss(text, wanted)}\nRead the place again and copy it exactly.`,
  );
}

interface PatchedFile {
  bytes: Buffer;
  codec: TextCodec;
  encode: (text: string) => Buffer;
}

function patchExact({ bytes, codec, encode }: PatchedFile, old: string, content: string): Patch | undefined {
  const { text, viewOf, bytesOf, offsetOf } = searchViewOf(bytes, codec);
  const wanted = viewOf(old);
  if (wanted === undefined) return undefined;
  const decode = (piece: string) => codec.decode(bytesOf(piece));
  const match = onlyMatch(text, wanted, decode, (position) => codec.isBoundary(bytes, offsetOf(position)));
  if (!match) return undefined;
  // Where nothing but line ends differs, they are what is to be changed.
  const isNewEnding = old !== content && plain(old) === plain(content);
  const written = isNewEnding ? content : withEndingsOf(match, content, endingNear(text, match));
  const [start, end] = [offsetOf(match.start), offsetOf(match.end)];
  return {
    parts: [bytes.subarray(0, start), encode(written), bytes.subarray(end)],
    report: reportOf(text, match, content),
  };
}

function patchFolded(
  { bytes, codec, encode }: PatchedFile,
  text: string,
  old: string,
  content: string,
): Patch | undefined {
  const match = onlyMatch(foldLookAlikes(text), foldLookAlikes(old), (piece) => piece);
  if (!match) return undefined;
  const start = byteOffset(bytes, text, match.start, codec);
  const end = byteOffset(bytes, text, match.end, codec);
  if (start === undefined || end === undefined)
    throw new ToolRefusal(
      `Nothing was changed: line ${lineNumberAt(text, match.start)} resembles old_content, but has bytes that are not ${codec.name} and would be lost. Edit it with code_run.`,
    );
  const found = plain(text.slice(match.start, match.end));
  const kept = keepFound(found, plain(old), plain(content));
  return {
    parts: [
      bytes.subarray(0, start),
      encode(withEndingsOf(match, kept, endingNear(text, match))),
      bytes.subarray(end),
    ],
    report: `${reportOf(text, match, content)} The file has other forms of some characters (full-width or typographic); they were kept.`,
  };
}

const plain = (text: string): string => text.replaceAll("\r\n", "\n");

function onlyMatch(
  view: string,
  wanted: string,
  decode: (piece: string) => string,
  isStart?: (position: number) => boolean,
): Match | undefined {
  const matches = findMatches(view, wanted, isStart);
  if (matches.length <= 1) return matches[0];
  throw new ToolRefusal(
    `Nothing was changed: old_content is in the file ${describeMatches(view, matches, decode)}\nCopy more lines around the one you mean.`,
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

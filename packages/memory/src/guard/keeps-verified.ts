import { type Fact, factsOf } from "../facts.js";
import type { JudgedFile, Rule } from "./judged-file.js";
import { similarityOf, wordsOf } from "./words-of.js";

/** An entry that shares this much with a new one was reworded or corrected, not dropped. */
const REWORDED = 0.34;
/** An entry whose words stand to this share in another file of the change was moved there. */
const MOVED = 0.8;
/** A file of L3 that keeps less of its words has lost something. */
const MIN_KEPT = 0.5;

/** Verified data is not lost: entries may be reworded, corrected and moved, never dropped in passing. */
export const keepsVerified: Rule = async (file, { files, provenText }) => {
  if (file.change.approved || file.before === undefined) return undefined;
  if (file.layer === "L2") return droppedFacts(file, files);
  if (file.layer !== "L3" || keptIn(file.before, file, files) === 1) return undefined;
  return shrunkFile(file, files, await provenText(file.path));
};

function droppedFacts(file: JudgedFile, files: readonly JudgedFile[]): string | undefined {
  const after = factsOf(file.after ?? "");
  const keys = new Set(after.map(({ key }) => key));
  const old = factsOf(file.before!);
  const oldKeys = new Set(old.map(({ key }) => key));
  const added = after.filter(({ key }) => !oldKeys.has(key)).map(({ text }) => wordsOf(text));
  const missing = old.filter(({ key }) => !keys.has(key));
  const dropped = missing.filter(
    ({ text }) => !takeClosest(wordsOf(text), added) && !isMoved(text, file, files),
  );
  if (dropped.length === 0) return undefined;
  return `it would drop ${describe(dropped)}. Keep ${dropped.length === 1 ? "it" : "them"}, or let the user remove ${dropped.length === 1 ? "it" : "them"}`;
}

/** Each new entry stands for one old one only. */
function takeClosest(words: Set<string>, added: Set<string>[]): boolean {
  let best = -1;
  let bestShare = REWORDED;
  for (const [index, candidate] of added.entries()) {
    const share = similarityOf(words, candidate);
    if (share >= bestShare) [best, bestShare] = [index, share];
  }
  if (best >= 0) added.splice(best, 1);
  return best >= 0;
}

function isMoved(text: string, file: JudgedFile, files: readonly JudgedFile[]): boolean {
  return files.some(
    (other) => other !== file && other.after !== undefined && keptShare(text, other.after) >= MOVED,
  );
}

/** @param proven what was proven last: many small cuts are measured against that */
function shrunkFile(
  file: JudgedFile,
  files: readonly JudgedFile[],
  proven = file.before!,
): string | undefined {
  const kept = Math.min(keptIn(file.before!, file, files), keptIn(proven, file, files));
  if (file.after === undefined && kept < MOVED)
    return "it would remove a proven file. Retire the skill, or let the user remove it";
  if (kept >= MIN_KEPT) return undefined;
  return `it would lose ${Math.round(100 * (1 - kept))} % of what the file says. Patch what changes and keep the rest`;
}

const keptIn = (text: string, file: JudgedFile, files: readonly JudgedFile[]): number =>
  keptShare(
    text,
    [file, ...files.filter((other) => other !== file)].map(({ after = "" }) => after).join("\n"),
  );

/** How many of the words of a text are still there, 0 to 1. */
function keptShare(text: string, after: string): number {
  const words = wordsOf(text);
  if (words.size === 0) return 1;
  const kept = wordsOf(after);
  return [...words].filter((word) => kept.has(word)).length / words.size;
}

const describe = (facts: readonly Fact[]): string =>
  `${facts.length === 1 ? "the verified entry" : `${facts.length} verified entries, such as`} "${facts[0]!.text.slice(0, 80)}"`;

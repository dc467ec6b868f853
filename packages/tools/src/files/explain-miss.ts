import { similarity } from "./similarity.js";

const MAX_CANDIDATES = 3;
/** Files are compared up to this line. */
const MAX_LINES = 50_000;
const MIN_SIMILARITY = 0.5;
const QUOTED_CHARS = 120;

/** Says which lines of a text come nearest to what was looked for, and how they differ. */
export function explainMiss(text: string, wanted: string): string {
  const lines = text.split(/\r?\n/, MAX_LINES);
  const asked = wanted.replace(/^(\s*\n)+|\s+$/g, "").split(/\r?\n/);
  const starts = startsByEqualLines(lines, asked);
  const candidates = starts.length > 0 ? starts : startsBySimilarity(lines, asked[0]!);
  if (candidates.length === 0) return "Nothing in the file resembles it.";
  return candidates.map((start) => describe(lines, asked, start)).join("\n");
}

/** Each line that both sides have votes for the place where the block would then begin. */
function startsByEqualLines(lines: readonly string[], asked: readonly string[]): number[] {
  const offsets = new Map<string, number[]>();
  for (const [offset, line] of asked.entries())
    if (/\w/.test(line)) offsets.set(line.trim(), [...(offsets.get(line.trim()) ?? []), offset]);
  const votes = new Map<number, number>();
  for (const [index, line] of lines.entries())
    for (const offset of offsets.get(line.trim()) ?? [])
      if (index >= offset) votes.set(index - offset, (votes.get(index - offset) ?? 0) + 1);
  const ranked = [...votes].sort((a, b) => b[1] - a[1]).slice(0, MAX_CANDIDATES);
  const best = ranked[0]?.[1] ?? 0;
  return ranked.filter(([, count]) => count > best / 2).map(([start]) => start);
}

function startsBySimilarity(lines: readonly string[], first: string): number[] {
  const rated = lines.map((line, index) => ({ index, score: similarity(plain(line), plain(first)) }));
  const similar = rated.filter(({ score }) => score >= MIN_SIMILARITY).sort((a, b) => b.score - a.score);
  return similar.slice(0, MAX_CANDIDATES).map(({ index }) => index);
}

const plain = (line: string): string => line.trim().toLowerCase();

function describe(lines: readonly string[], asked: readonly string[], start: number): string {
  const place = asked.length > 1 ? `lines ${start + 1}-${start + asked.length}` : `line ${start + 1}`;
  const offset = asked.findIndex((line, index) => line !== lines[start + index]);
  if (offset < 0) return `Near ${place}: only the white space around the block differs.`;
  const has = lines[start + offset];
  const wants = asked[offset]!;
  if (has === undefined) return `Near ${place}: the file ends at line ${lines.length}.`;
  const [file, old] = quoteApart(has, wants);
  return `Near ${place}: line ${start + offset + 1} is ${file}, old_content has ${old}${hint(has, wants)}.`;
}

function hint(has: string, wants: string): string {
  if (has.replace(/\s+/g, "") === wants.replace(/\s+/g, "")) return " (only white space differs)";
  return has.toLowerCase() === wants.toLowerCase() ? " (only upper and lower case differ)" : "";
}

/** Both lines as JSON strings, so that tabs show; of long ones, the part around the first difference. */
function quoteApart(a: string, b: string): [string, string] {
  let same = 0;
  while (same < Math.min(a.length, b.length) && a[same] === b[same]) same++;
  const from = Math.max(0, same - QUOTED_CHARS / 2);
  const quote = (line: string) => {
    const part = JSON.stringify(line.slice(from, from + QUOTED_CHARS));
    return `${from > 0 ? "…" : ""}${part}${line.length > from + QUOTED_CHARS ? "…" : ""}`;
  };
  return [quote(a), quote(b)];
}

import { lineNumberAt, MAX_MATCHES, type Match } from "./find-matches.js";

const MAX_LINES_NAMED = 20;
/** Of these the neighbours are shown, by which they differ. */
const MAX_SHOWN = 4;
const QUOTED_CHARS = 60;

/**
 * Says where several equal matches stand, and between which lines each of them does.
 *
 * @param decode makes readable text of a piece of `view`
 */
export function describeMatches(
  view: string,
  matches: readonly Match[],
  decode: (piece: string) => string,
): string {
  const count = matches.length === MAX_MATCHES ? `${MAX_MATCHES} times or more` : `${matches.length} times`;
  const lines = matches.slice(0, MAX_LINES_NAMED).map(({ start }) => lineNumberAt(view, start));
  const rest = matches.length > MAX_LINES_NAMED ? " …" : "";
  const places =
    matches.length > MAX_SHOWN
      ? ""
      : matches.map((match, index) => `\n${lines[index]}: ${neighbours(view, match, decode)}`).join("");
  return `${count}, at lines ${lines.join(", ")}${rest}.${places}`;
}

function neighbours(view: string, { start, end }: Match, decode: (piece: string) => string): string {
  const lineStart = view.lastIndexOf("\n", start - 1) + 1;
  const lineEnd = view.indexOf("\n", end);
  const before = start === 0 || lineStart === 0 ? undefined : lineBefore(view, lineStart);
  const after = lineEnd < 0 || lineEnd + 1 >= view.length ? undefined : lineAfter(view, lineEnd + 1);
  const quote = (line: string) => JSON.stringify(decode(line).trim().slice(0, QUOTED_CHARS));
  return [
    before === undefined ? "at the start of the file" : `after ${quote(before)}`,
    after === undefined ? "at the end of the file" : `before ${quote(after)}`,
  ].join(", ");
}

const lineBefore = (view: string, lineStart: number): string =>
  view.slice(view.lastIndexOf("\n", lineStart - 2) + 1, lineStart - 1);

function lineAfter(view: string, lineStart: number): string {
  const end = view.indexOf("\n", lineStart);
  return view.slice(lineStart, end < 0 ? view.length : end);
}

import type { LineEnding } from "./line-ending.js";

export interface Match {
  start: number;
  end: number;
  /** The line ends inside the match, as the text has them. */
  endings: LineEnding[];
}

/** More are not counted. */
export const MAX_MATCHES = 1_000;

/**
 * Every place, overlapping ones too, where `wanted` stands in `text`; any line end matches any other.
 *
 * @param isStart whether a match may begin there
 */
export function findMatches(
  text: string,
  wanted: string,
  isStart: (position: number) => boolean = () => true,
): Match[] {
  const lines = wanted.split(/\r?\n/);
  const matches: Match[] = [];
  for (const start of startsOf(text, lines[0]!)) {
    const match = matchAt(text, lines, start);
    if (match && isStart(start) && matches.push(match) === MAX_MATCHES) break;
  }
  return matches;
}

/** Where the first line may begin. An empty one begins at a line end. */
function* startsOf(text: string, first: string): Generator<number, void, void> {
  const anchor = first || "\n";
  for (let at = text.indexOf(anchor); at >= 0; at = text.indexOf(anchor, at + 1))
    yield first === "" && text[at - 1] === "\r" ? at - 1 : at;
}

function matchAt(text: string, lines: readonly string[], start: number): Match | undefined {
  const endings: LineEnding[] = [];
  let at = start;
  for (const [index, line] of lines.entries()) {
    if (index > 0) {
      const ending = endingAt(text, at);
      if (!ending) return undefined;
      endings.push(ending);
      at += ending.length;
    }
    if (!text.startsWith(line, at)) return undefined;
    at += line.length;
  }
  return { start, end: at, endings };
}

const endingAt = (text: string, at: number): LineEnding | undefined =>
  text[at] === "\n" ? "\n" : text.startsWith("\r\n", at) ? "\r\n" : undefined;

/** The line end that belongs to the place of a match: of its last line, else of the line before. */
export function endingNear(text: string, { start, end }: Match): LineEnding {
  const after = text.indexOf("\n", end);
  const at = after >= 0 ? after : text.lastIndexOf("\n", start - 1);
  return at > 0 && text[at - 1] === "\r" ? "\r\n" : "\n";
}

/** `content` with the line ends of the match, one by one; further ones like the last. */
export function withEndingsOf(match: Match, content: string, near: LineEnding): string {
  let index = 0;
  return content.replace(/\r?\n/g, () => match.endings[index++] ?? match.endings.at(-1) ?? near);
}

/** The number of the line, counted from 1, in which a position lies. */
export function lineNumberAt(text: string, position: number): number {
  let line = 1;
  for (let at = text.indexOf("\n"); at >= 0 && at < position; at = text.indexOf("\n", at + 1)) line++;
  return line;
}

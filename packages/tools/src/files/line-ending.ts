export type LineEnding = "\n" | "\r\n";

/** The line ending of a text, where all its lines have the same; `undefined` for mixed ends and for none. */
export function lineEndingOf(text: string): LineEnding | undefined {
  const ends = text.match(/\r?\n/g);
  const first = ends?.[0] as LineEnding | undefined;
  return ends?.every((end) => end === first) ? first : undefined;
}

/** Turns bare line feeds into the given ending; a CRLF that was written out stays. */
export const withLineEnding = (text: string, ending: LineEnding | undefined): string =>
  ending === "\r\n" ? text.replace(/(?<!\r)\n/g, "\r\n") : text;

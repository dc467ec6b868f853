export type LineEnding = "\n" | "\r\n";

/** The line ending of a text, where all its lines have the same; `undefined` for mixed ends and for none. */
export function lineEndingOf(text: string): LineEnding | undefined {
  let ending: LineEnding | undefined;
  for (let at = text.indexOf("\n"); at >= 0; at = text.indexOf("\n", at + 1)) {
    const next = text[at - 1] === "\r" ? "\r\n" : "\n";
    if (ending && ending !== next) return undefined;
    ending = next;
  }
  return ending;
}

export const withLineEnding = (text: string, ending: LineEnding | undefined): string =>
  ending ? text.replace(/\r?\n/g, ending) : text;

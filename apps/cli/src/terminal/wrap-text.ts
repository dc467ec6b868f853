import wrapAnsi from "wrap-ansi";

/** One line of letters that take a column each, without colours. */
const SIMPLE = /^[\x20-\x7e]*$/;

/** Text in colours as lines of this width, cut between words where that can be. */
export function wrapText(text: string, width: number): string[] {
  const columns = Math.max(8, width);
  if (text.length <= columns && SIMPLE.test(text)) return [text.trim()];
  return wrapAnsi(text, columns, { hard: true })
    .split("\n")
    .map((line) => line.trimEnd());
}

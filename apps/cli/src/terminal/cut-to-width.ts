import stringWidth from "string-width";
import wrapAnsi from "wrap-ansi";

/** A line that takes no more columns than these; colours are closed. */
export function cutToWidth(line: string, columns: number): string {
  if (line.length <= columns && /^[\x20-\x7e]*$/.test(line)) return line;
  if (stringWidth(line) <= columns) return line;
  return `${wrapAnsi(line, columns - 1, { hard: true, wordWrap: false, trim: false }).split("\n", 1)[0]}…`;
}

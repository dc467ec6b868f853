/** What `file_read`, `cat -n` and the like put before a line. */
const PREFIX = /^[ ]*(\d+)(?:\||\t)/;

/** Whether each line begins with a number and the numbers count up: a copy from a numbered listing. */
export function hasLineNumbers(text: string): boolean {
  const lines = text.replace(/\r?\n$/, "").split("\n");
  const numbers = lines.map((line) => Number(PREFIX.exec(line)?.[1]));
  return numbers.every((number, index) => number === numbers[0]! + index);
}

/** The text without such prefixes; lines that have none stay as they are. */
export const withoutLineNumbers = (text: string): string =>
  text
    .split("\n")
    .map((line) => line.replace(PREFIX, ""))
    .join("\n");

import wrapAnsi from "wrap-ansi";

/** Text in colours as lines of this width, cut between words where that can be. */
export const wrapText = (text: string, width: number): string[] =>
  wrapAnsi(text, Math.max(8, width), { hard: true })
    .split("\n")
    .map((line) => line.trimEnd());

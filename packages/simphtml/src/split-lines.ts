import type { Line } from "./line.js";

const MAX_CHARS = 900;

/** Parts long paragraphs at ends of sentences, so that a budget can take some of one. They are printed as one. */
export function splitLines(lines: readonly Line[]): Line[] {
  return lines.flatMap((line) => {
    if (line.parts.every((part) => typeof part !== "string" || part.length <= MAX_CHARS)) return [line];
    const pieces: Line[] = [{ ...line, parts: [] }];
    for (const part of line.parts) {
      if (typeof part !== "string" || part.length <= MAX_CHARS) pieces.at(-1)!.parts.push(part);
      else
        sentences(part).forEach((text, index) => {
          if (index === 0) pieces.at(-1)!.parts.push(text);
          else
            pieces.push({
              ...line,
              kind: line.kind === "code" ? "code" : "text",
              parts: [text],
              continues: true,
            });
        });
    }
    return pieces;
  });
}

/** Stretches of at most 900 characters that end at a sentence, else at a blank, else anywhere. */
function sentences(text: string): string[] {
  const found: string[] = [];
  let rest = text;
  while (rest.length > MAX_CHARS) {
    const head = rest.slice(0, MAX_CHARS);
    const sentence = Math.max(
      head.lastIndexOf(". "),
      head.lastIndexOf("。"),
      head.lastIndexOf("? "),
      head.lastIndexOf("! "),
    );
    const blank = head.lastIndexOf(" ");
    const end = sentence > MAX_CHARS / 3 ? sentence + 1 : blank > 0 ? blank : pairStart(head);
    found.push(rest.slice(0, end).trimEnd());
    rest = rest.slice(end).trimStart();
  }
  return [...found, rest];
}

/** Not between the halves of a surrogate pair. */
const pairStart = (head: string): number => {
  const last = head.charCodeAt(head.length - 1);
  return last >= 0xd800 && last <= 0xdbff ? head.length - 1 : head.length;
};

/** The text on one line, its white space folded, at most `maxChars` long with an ellipsis for what is missing. */
export function clipLine(text: string, maxChars: number): string {
  // Only as much is folded as can be shown, so that a huge text costs no more than a long one.
  const line = text
    .slice(0, maxChars * 8)
    .replace(/\s+/g, " ")
    .trim();
  if (line.length <= maxChars) return line;
  return `${line.slice(0, maxChars - 1).replace(/[\uD800-\uDBFF]$/, "")}…`;
}

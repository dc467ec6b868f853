const SAME: Record<string, string> = {
  "‘": "'",
  "’": "'",
  "‚": "'",
  "“": '"',
  "”": '"',
  "„": '"',
  "«": '"',
  "»": '"',
  "‐": "-",
  "‑": "-",
  "‒": "-",
  "–": "-",
  "—": "-",
  "−": "-",
  "。": ".",
  "、": ",",
};

/**
 * Typographic and full-width characters as their plain counterparts, one for one, so that positions stay the
 * same: models write the plain ones.
 */
export const foldLookAlikes = (text: string): string =>
  // biome-ignore lint/suspicious/noControlCharactersInRegex: everything but ASCII
  text.replace(/[^\u0000-\u007f]/g, (char) => {
    const folded = SAME[char] ?? char.normalize("NFKC");
    return folded.length === 1 ? folded : char;
  });

/**
 * What to write when `found` was asked for as its look-alike `old`: the change from `old` to `content`, and the
 * characters of `found` wherever those two agree.
 */
export function keepFound(found: string, old: string, content: string): string {
  const [foundLines, oldLines, newLines] = [found, old, content].map((text) => text.split("\n")) as [
    string[],
    string[],
    string[],
  ];
  if (oldLines.length > 1 && oldLines.length === newLines.length)
    return newLines.map((line, index) => keepFound(foundLines[index]!, oldLines[index]!, line)).join("\n");

  let head = 0;
  while (head < Math.min(old.length, content.length) && old[head] === content[head]) head++;
  let tail = 0;
  while (tail < Math.min(old.length, content.length) - head && old.at(-1 - tail) === content.at(-1 - tail))
    tail++;
  return found.slice(0, head) + content.slice(head, content.length - tail) + found.slice(found.length - tail);
}

const SMALL = new Set(
  "the and for from with into out that this then use using when tasks like are its it of in on to by as an or me my please".split(
    " ",
  ),
);
/** What English puts behind a stem, the plural apart. */
const ENDING = /(?:ing|ed|en|er|ly)$/;
/** A shorter rest is no stem. */
const MIN_STEM = 4;

/** The words of a text that carry meaning, by their stems; Chinese by pairs of characters. */
export function stemsIn(text: string): Set<string> {
  const words = text.toLowerCase().match(/[\p{Script=Han}]+|[\p{L}]{2,}/gu) ?? [];
  return new Set(
    words.flatMap((word) =>
      /\p{Script=Han}/u.test(word) ? pairsOf(word) : SMALL.has(word) ? [] : [wordStem(word)],
    ),
  );
}

/** Equal for `rewrite`, `rewriting` and `rewritten`, for `copy` and `copied`, `sum` and `summing`. */
export function wordStem(word: string): string {
  let stem = word.replace(/(?<=..)ie[sd]$/, "y").replace(/(?<=[^s].)s$|(?<=ss|sh|ch|x)es$/, "");
  if (ENDING.test(stem) && stem.replace(ENDING, "").length >= MIN_STEM - 1) stem = stem.replace(ENDING, "");
  return stem.replace(/(?<=..)e$/, "").replace(/(?<=.)([^aeiou])\1$/, "$1");
}

const pairsOf = (word: string): string[] =>
  word.length < 2
    ? [word]
    : Array.from({ length: word.length - 1 }, (_, index) => word.slice(index, index + 2));

const STOP_WORDS = new Set(
  "a an and are as at be by for from has have in is it its of on or that the this to use uses used was were will with".split(
    " ",
  ),
);

/** The words that carry meaning, folded; Chinese, Japanese and Korean by pairs of characters. */
export function wordsOf(text: string): Set<string> {
  const words = new Set<string>();
  for (const [run] of text
    .toLowerCase()
    .normalize("NFKC")
    .matchAll(/[\p{L}\p{N}_]+/gu)) {
    if (/[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/u.test(run)) {
      const characters = [...run];
      if (characters.length === 1) words.add(run);
      for (let at = 0; at + 1 < characters.length; at++) words.add(characters[at]! + characters[at + 1]!);
    } else if (!STOP_WORDS.has(run)) words.add(run);
  }
  return words;
}

/** Shared share of all words of both, 0 to 1. */
export function similarityOf(a: ReadonlySet<string>, b: ReadonlySet<string>): number {
  let shared = 0;
  for (const word of a) if (b.has(word)) shared++;
  const all = a.size + b.size - shared;
  return all === 0 ? 1 : shared / all;
}

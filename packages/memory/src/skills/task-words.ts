import { taskValues } from "../crystallize/task-values.js";

/** The words of one task, to be compared with many texts. */
export class TaskWords {
  readonly #words: ReadonlySet<string>;

  constructor(task: string) {
    this.#words = wordsOf(task);
  }

  /**
   * Shared words among all words (Dice), values and small words apart; Chinese counts by pairs of characters.
   *
   * @param atLeast where the result would be less, 0 may be returned, which takes a tenth of the time
   */
  similarity(text: string, atLeast = 0): number {
    if (this.#bound(text) < atLeast) return 0;
    const words = wordsOf(text);
    const shared = [...words].filter((word) => this.#words.has(word)).length;
    return words.size + this.#words.size === 0 ? 0 : (2 * shared) / (words.size + this.#words.size);
  }

  /** A shared word stands somewhere in the text, so no more can be shared than are found there. */
  #bound(text: string): number {
    const plain = text.toLowerCase();
    let found = 0;
    for (const word of this.#words) if (plain.includes(word)) found++;
    return found === 0 ? 0 : (2 * found) / (found + this.#words.size);
  }
}

export const similarity = (a: string, b: string): number => new TaskWords(b).similarity(a);

function wordsOf(text: string): Set<string> {
  let plain = text.replace(/\{\w+\}/g, " ");
  for (const { start, end } of taskValues(plain).reverse())
    plain = `${plain.slice(0, start)} ${plain.slice(end)}`;
  const words = plain.toLowerCase().match(/[\p{Script=Han}]+|[\p{L}]{2,}/gu) ?? [];
  return new Set(
    words.flatMap((word) =>
      /\p{Script=Han}/u.test(word) ? pairsOf(word) : SMALL.has(word) ? [] : [stem(word)],
    ),
  );
}

const pairsOf = (word: string): string[] =>
  word.length < 2
    ? [word]
    : Array.from({ length: word.length - 1 }, (_, index) => word.slice(index, index + 2));
const stem = (word: string): string => (word.length > 4 ? word.replace(/(?:ing|ed|es|s)$/, "") : word);
const SMALL = new Set(
  "the and for from with into that this then use using when tasks like are its it of in on to by as an or".split(
    " ",
  ),
);

const code = (letter: string): number => letter.charCodeAt(0);
const [A, D, E, G, I, L, N, R, S, U, O, Y] = [..."adegilnrsuoy"].map(code) as [
  number,
  number,
  number,
  number,
  number,
  number,
  number,
  number,
  number,
  number,
  number,
  number,
];

const isVowel = (byte: number): boolean =>
  byte === A || byte === E || byte === I || byte === O || byte === U || byte === Y;

/**
 * How much of an English word is its stem: endings of number and tense go, when enough is left. It may change the last
 * letter of the word in place. A light stemmer: it joins what people write in different forms, and nothing else.
 */
export function stemLength(word: Uint8Array, whole: number): number {
  let length = whole;
  if (length < 4) return length;
  if (word[length - 1] === S && word[length - 2] !== S && word[length - 2] !== U && word[length - 2] !== I) {
    length--;
    if (length > 3 && word[length - 1] === E && word[length - 2] === I) return length - 1; // as `city` ends below
  }
  if (length > 5 && word[length - 1] === G && word[length - 2] === N && word[length - 3] === I)
    length = afterTense(word, length - 3);
  else if (length > 4 && word[length - 1] === D && word[length - 2] === E)
    length = afterTense(word, length - 2);
  else if (length > 5 && word[length - 1] === Y && word[length - 2] === L) length -= 2;
  else if (length > 5 && word[length - 1] === R && word[length - 2] === E)
    length = afterTense(word, length - 2);
  if (length > 4 && word[length - 1] === E) length--;
  if (length > 3 && word[length - 1] === Y && !isVowel(word[length - 2]!)) word[length - 1] = I;
  return length;
}

/** `stopped` and `stop`; a stem without a vowel is none. */
function afterTense(word: Uint8Array, length: number): number {
  let hasVowel = false;
  for (let at = 0; at < length; at++) hasVowel ||= isVowel(word[at]!);
  if (!hasVowel) return length;
  const last = word[length - 1]!;
  return length > 3 && last === word[length - 2] && !isVowel(last) && last !== L && last !== S
    ? length - 1
    : length;
}

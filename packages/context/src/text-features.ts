import * as kind from "./char-class.js";
import { LETTER_BREAKS } from "./letter-breaks.js";
import { FEATURE, FEATURE_COUNT } from "./token-weights.js";

/** Counts what a tokenizer splits at, in one pass. The counts are the same for every tokenizer. */
export function textFeatures(text: string): Float64Array {
  const counts = new Float64Array(FEATURE_COUNT);
  const classes = kind.charClasses();
  let index = 0;
  while (index < text.length) {
    const found = classes[text.charCodeAt(index)]!;
    if (isLatin(found)) index = latinWord(text, index, classes, counts);
    else if (found === kind.DIGIT) index = digits(text, index, classes, counts);
    else if (found === kind.PUNCTUATION) index = punctuation(text, index, classes, counts);
    else if (found === kind.SPACE || found === kind.NEWLINE)
      index = blank(text, index, classes, counts, found);
    else if (WORD_OF[found]) index = scriptWord(text, index, classes, counts, WORD_OF[found]);
    else index = single(text, index, classes, counts, found);
  }
  return counts;
}

const isLatin = (found: number): boolean => found >= kind.LOWER && found <= kind.LATIN_EXTENDED;

/** Capitals, then small letters: the pieces that byte-pair tokenizers split words into. */
function latinWord(text: string, start: number, classes: Uint8Array, counts: Float64Array): number {
  let index = start;
  let small = false;
  let before = -1;
  let breaks = 0;
  let plain = true;
  for (; index < text.length; index++) {
    const code = text.charCodeAt(index);
    const found = classes[code]!;
    if (!isLatin(found)) break;
    const capital = found === kind.UPPER || found === kind.ACCENT_UPPER;
    if (capital && small) break;
    small = !capital;
    let letter = -1;
    if (found === kind.LOWER) letter = code - 0x61;
    else if (found === kind.UPPER) letter = code - 0x41;
    else {
      counts[found === kind.LATIN_EXTENDED ? FEATURE.latinExtended : FEATURE.accent]!++;
      plain = false;
    }
    if (before >= 0 && letter >= 0) {
      breaks += LETTER_BREAKS[before * 26 + letter]!;
      if (capital) {
        counts[FEATURE.upperPair]!++;
        plain = false;
      }
    }
    before = letter;
  }
  // A word that nothing suggests splitting is one token; for others the first letter and the breaks add up.
  if (plain && breaks < PLAIN_BREAKS) counts[FEATURE.plainWord]!++;
  else {
    counts[FEATURE.word]!++;
    counts[FEATURE.breaks]! += breaks;
  }
  if (index - start === 2 && small && classes[text.charCodeAt(start)] === kind.UPPER)
    counts[FEATURE.shortCapital]!++;
  if (index - start > LONG_WORD) counts[FEATURE.longWord]! += index - start - LONG_WORD;
  return index;
}

const PLAIN_BREAKS = 0.25;
const LONG_WORD = 7;

/** Most tokenizers take digits in threes and never together with the space before them; some take them singly. */
function digits(text: string, start: number, classes: Uint8Array, counts: Float64Array): number {
  const end = runEnd(text, start, classes, kind.DIGIT);
  counts[FEATURE.digit]! += end - start;
  counts[FEATURE.digitGroup]! += Math.ceil((end - start) / 3);
  if (start > 0 && classes[text.charCodeAt(start - 1)] === kind.SPACE) counts[FEATURE.spaceDigit]!++;
  return end;
}

function punctuation(text: string, start: number, classes: Uint8Array, counts: Float64Array): number {
  counts[FEATURE.punctuation]!++;
  let index = start + 1;
  let changes = 0;
  for (; index < text.length; index++) {
    const code = text.charCodeAt(index);
    if (classes[code] !== kind.PUNCTUATION) break;
    if (code === text.charCodeAt(index - 1)) counts[FEATURE.repeat]!++;
    else counts[++changes > SHORT_RUN ? FEATURE.punctuationLong : FEATURE.punctuationChange]!++;
  }
  return index;
}

/** Tokenizers know the usual short runs, such as `"});`; longer mixed ones they spell out. */
const SHORT_RUN = 3;

/** A single space belongs to the word after it; longer runs are tokens of their own, of bounded length. */
function blank(
  text: string,
  start: number,
  classes: Uint8Array,
  counts: Float64Array,
  found: number,
): number {
  const end = runEnd(text, start, classes, found);
  if (found === kind.NEWLINE) {
    counts[FEATURE.newline]! += Math.ceil((end - start) / 4);
    return end;
  }
  if (end - start > 1) counts[FEATURE.spaces]! += Math.ceil((end - start) / 16);
  else if (text[start] !== " ") counts[FEATURE.oddSpace]!++;
  for (let index = start + 1; index < end; index++)
    if (text[index] !== text[index - 1]) counts[FEATURE.oddSpace]!++;
  return end;
}

function scriptWord(
  text: string,
  start: number,
  classes: Uint8Array,
  counts: Float64Array,
  word: number,
): number {
  counts[word]!++;
  let index = start;
  for (; index < text.length; index++) {
    const found = classes[text.charCodeAt(index)]!;
    if (WORD_OF[found] !== word) break;
    counts[inContext(text, index, classes, found)]!++;
  }
  return index;
}

/**
 * A letter a third time is joined with nothing; a frequent one counts as another after itself, and one that is not
 * frequent differently after such a one.
 */
function inContext(text: string, index: number, classes: Uint8Array, found: number): number {
  if (index > 1 && text[index - 1] === text[index] && text[index - 2] === text[index])
    return FEATURE.twoBytes;
  const again = AGAIN_OF[found];
  if (again !== undefined && index > 0 && text[index - 1] === text[index]) return again;
  const pair = PAIR_OF[found];
  return pair !== undefined && index > 0 && classes[text.charCodeAt(index - 1)] === found ? pair : found;
}

function single(
  text: string,
  index: number,
  classes: Uint8Array,
  counts: Float64Array,
  found: number,
): number {
  const code = text.charCodeAt(index);
  const symbol = found === FEATURE.symbol || found === FEATURE.wide;
  if (symbol && index > 0 && text.charCodeAt(index - 1) === code) counts[FEATURE.symbolRepeat]!++;
  else counts[inContext(text, index, classes, found)]!++;
  const next = text.charCodeAt(index + 1);
  return found === FEATURE.astral && next >= 0xdc00 && next <= 0xdfff ? index + 2 : index + 1;
}

function runEnd(text: string, start: number, classes: Uint8Array, found: number): number {
  let index = start + 1;
  while (index < text.length && classes[text.charCodeAt(index)] === found) index++;
  return index;
}

/** The word feature that goes with a letter feature, for scripts that write words between spaces. */
const WORD_OF: number[] = [];
WORD_OF[FEATURE.cyrillic] = FEATURE.cyrillicWord;
WORD_OF[FEATURE.cyrillicTop] = FEATURE.cyrillicWord;
WORD_OF[FEATURE.greek] = FEATURE.greekWord;
WORD_OF[FEATURE.hebrew] = FEATURE.hebrewWord;
WORD_OF[FEATURE.arabic] = FEATURE.arabicWord;
WORD_OF[FEATURE.arabicTop] = FEATURE.arabicWord;

/** The feature for the second of two such letters. */
const PAIR_OF: number[] = [];
PAIR_OF[FEATURE.han] = FEATURE.hanPair;
PAIR_OF[FEATURE.kana] = FEATURE.kanaPair;
PAIR_OF[FEATURE.hangul] = FEATURE.hangulPair;
PAIR_OF[FEATURE.cyrillic] = FEATURE.cyrillicPair;
PAIR_OF[FEATURE.arabic] = FEATURE.arabicPair;

/** The feature for a frequent character that stands twice: no word joins it with itself. */
const AGAIN_OF: number[] = [];
AGAIN_OF[FEATURE.hanTop] = FEATURE.han;
AGAIN_OF[FEATURE.kanaTop] = FEATURE.kanaPair;
AGAIN_OF[FEATURE.hangulTop] = FEATURE.hangul;

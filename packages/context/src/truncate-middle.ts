/**
 * Stage 1: keeps the head and the tail of a text and says in one line between them how many characters are left
 * out. A text that fits comes back as it is; the result, its note included, never exceeds `maxChars` (UTF-16
 * code units), and no surrogate pair is split. Cutting a cut text again adds the two counts up.
 */
export function truncateMiddle(text: string, maxChars: number): string {
  if (text.length <= maxChars) return text;
  const room = Math.max(0, Math.floor(maxChars));
  const kept = room - noteFor(hiddenIn(text)).length;
  if (kept < MIN_KEPT_CHARS) return text.slice(0, pairStart(text, room));

  const head = pairStart(text, Math.ceil(kept / 2));
  const tail = pairEnd(text, text.length - Math.floor(kept / 2));
  return text.slice(0, head) + noteFor(hiddenIn(text.slice(head, tail))) + text.slice(tail);
}

/** Below this the note would say more than the text: only a head is kept. */
const MIN_KEPT_CHARS = 8;

const NOTE = /\n… (\d+) characters left out …\n/g;

const noteFor = (count: number): string => `\n… ${count} characters left out …\n`;

/** Characters of the original that this text stands for: an earlier note counts as what it left out. */
function hiddenIn(text: string): number {
  let count = text.length;
  for (const [note, digits] of text.matchAll(NOTE)) count += Number(digits) - note.length;
  return count;
}

const isHigh = (code: number): boolean => code >= 0xd800 && code <= 0xdbff;
const isLow = (code: number): boolean => code >= 0xdc00 && code <= 0xdfff;

const splitsPair = (text: string, index: number): boolean =>
  isHigh(text.charCodeAt(index - 1)) && isLow(text.charCodeAt(index));

const pairStart = (text: string, index: number): number => (splitsPair(text, index) ? index - 1 : index);
const pairEnd = (text: string, index: number): number => (splitsPair(text, index) ? index + 1 : index);

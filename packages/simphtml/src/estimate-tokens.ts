/**
 * Tokens of a text, estimated without a tokenizer and on the high side, so that what is counted to fit does fit
 * (o200k: real pages measure 0.75–0.97 of it). Scripts differ: an ideograph costs about one token, five Latin
 * letters of a common word do.
 */
export function estimateTokens(text: string): number {
  const { length } = text;
  let tokens = 0;
  for (let at = 0; at < length; ) {
    const from = at;
    const kind = kindOf(text.charCodeAt(at++));
    while (at < length && kindOf(text.charCodeAt(at)) === kind) at++;
    tokens += runTokens(text, kind, from, at);
  }
  return Math.ceil(tokens);
}

/** Kinds of characters; a run of one kind is counted as a whole. */
const [LETTER, DIGIT, BLANK, BREAK, SIGN, ACCENTED, OTHER] = [0, 1, 2, 3, 4, 5, 6];
const KINDS = new Uint8Array(0x250).map((_, code) => {
  const char = String.fromCharCode(code);
  if (/[A-Za-z]/.test(char)) return LETTER!;
  if (/\d/.test(char)) return DIGIT!;
  if (/[ \t]/.test(char)) return BLANK!;
  if (char === "\n") return BREAK!;
  return code < 0x80 ? SIGN! : ACCENTED!;
});
const kindOf = (code: number): number => KINDS[code] ?? OTHER!;

function runTokens(text: string, kind: number, from: number, to: number): number {
  const length = to - from;
  switch (kind) {
    case LETTER:
      return wordTokens(text, from, to);
    case DIGIT:
      return (text.charCodeAt(from - 1) === SPACE ? 1 : 0) + Math.ceil(length / 3) + 0.1;
    case BLANK:
      return length > 1 ? 1 : 0;
    case BREAK:
      return 1;
    case SIGN:
      return length === 1 ? 1 : Math.ceil(length / 2) + 0.3;
    case ACCENTED:
      return 0.8 * length;
    default:
      return foreignTokens(text, from, to);
  }
}

const SPACE = 32;

function wordTokens(text: string, from: number, to: number): number {
  const length = to - from;
  let upper = 0;
  let humps = 0;
  for (let at = from; at < to; at++) {
    if (text.charCodeAt(at) > UPPER_Z) continue;
    upper++;
    if (at > from && text.charCodeAt(at - 1) > UPPER_Z) humps++;
  }
  if (humps > 0) return length / 2.4 + 0.5;
  if (length > 3 && upper === length) return length / 2.2;
  return length <= 7 ? 1.05 : 1.05 + (length - 7) / 3.5;
}

const UPPER_Z = 90;

function foreignTokens(text: string, from: number, to: number): number {
  let tokens = 0;
  for (let at = from; at < to; at++) {
    const code = text.charCodeAt(at);
    if (code >= 0xd800 && code <= 0xdfff) tokens += 1.25;
    else if (code >= 0x2e80 && code <= 0xd7ff) tokens += 1.1;
    else if (code >= 0x2190 && code < 0x2e80) tokens += 2.2;
    else if (code >= 0x2000 && code < 0x2190) tokens += 1.3;
    else tokens += 0.65;
  }
  return tokens;
}

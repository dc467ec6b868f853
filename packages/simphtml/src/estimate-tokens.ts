/**
 * Tokens of a text, estimated without a tokenizer and on the high side, so that what is counted to fit does fit
 * (o200k: real pages measure 0.75–0.97 of it). Scripts differ: an ideograph costs about one token, five Latin
 * letters of a common word do.
 */
export function estimateTokens(text: string): number {
  let tokens = 0;
  for (const [piece] of text.matchAll(PIECES)) tokens += pieceTokens(piece);
  return Math.ceil(tokens);
}

const PIECES = /[A-Za-z]+| ?\d+|[\u0080-\u024f]+|[ \t]+|[!-/:-@[-`{-~]+|\n+|[^\p{ASCII}]+/gu;

function pieceTokens(piece: string): number {
  const code = piece.codePointAt(0)!;
  const { length } = piece;
  if (/\d$/.test(piece)) return (code === 32 ? 1 : 0) + Math.ceil(piece.trim().length / 3) + 0.1;
  if ((code >= 65 && code <= 90) || (code >= 97 && code <= 122)) return wordTokens(piece);
  if (code === 10) return 1;
  if (code === 32 || code === 9) return length > 1 ? 1 : 0;
  if (code < 128) return length === 1 ? 1 : Math.ceil(length / 2) + 0.3;
  return foreignTokens(piece);
}

function wordTokens(word: string): number {
  const { length } = word;
  if (/[a-z][A-Z]/.test(word)) return length / 2.4 + 0.5;
  if (length > 3 && word === word.toUpperCase()) return length / 2.2;
  return length <= 7 ? 1.05 : 1.05 + (length - 7) / 3.5;
}

function foreignTokens(piece: string): number {
  let tokens = 0;
  for (const char of piece) {
    const code = char.codePointAt(0)!;
    if (code > 0xffff) tokens += 2.5;
    else if (code >= 0x2e80 && code <= 0xd7ff) tokens += 1.1;
    else if (code >= 0x2190 && code < 0x2e80) tokens += 2.2;
    else if (code >= 0x2000 && code < 0x2190) tokens += 1.3;
    else tokens += code < 0x250 ? 0.8 : 0.65;
  }
  return tokens;
}

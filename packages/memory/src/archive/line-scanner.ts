import type { TokenScanner } from "./token-scanner.js";

/** Who speaks in a line of a journal. Other names come from the field `speaker`. */
export const SPEAKERS = ["user", "agent", "tool"] as const;

/** What a line says about itself; the words go to the token scanner. */
export interface ScannedLine {
  /** Index in `SPEAKERS`; -1 for a line that is not searched. */
  speaker: number;
  /** The name in its field `speaker`. */
  name: string | undefined;
  /** Its field `at`. */
  at: string | undefined;
}

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const COLON = 0x3a;

const START = Buffer.from('{"type":"');
const FIRST_TURN = Buffer.from('"turn":1,');
/** In a message the turn stands before the text, in this many bytes. */
const MAX_LEAD = 80;

/** The kinds that are searched. Results also stand in the next message, and what ends a turn repeats the task. */
function speakerOf(bytes: Buffer, start: number, end: number): number {
  if (!standsAt(bytes, start, START)) return -1;
  const kind = start + START.length;
  if (bytes[kind] === 0x6d /* message */)
    return isFirstTurn(bytes, kind, Math.min(end, kind + MAX_LEAD)) ? 0 : -1;
  if (bytes[kind] === 0x72 && bytes[kind + 2] === 0x70 /* reply */) return 1;
  const isTool = bytes[kind] === 0x74 && bytes[kind + 1] === 0x6f;
  return isTool && bytes[kind + 5] === 0x65 /* tool-end */ ? 2 : -1;
}

function isFirstTurn(bytes: Buffer, from: number, end: number): boolean {
  for (let at = from; at < end; at++) if (bytes[at] === QUOTE && standsAt(bytes, at, FIRST_TURN)) return true;
  return false;
}

/** Compares byte by byte: for so few, a call of `Buffer.compare` costs more. */
function standsAt(bytes: Buffer, at: number, wanted: Uint8Array): boolean {
  for (let index = 0; index < wanted.length; index++) if (bytes[at + index] !== wanted[index]) return false;
  return true;
}

/** Reads a line of a journal without parsing it: the strings in it, except keys and what is no text. */
export function scanLine(bytes: Buffer, start: number, end: number, tokens: TokenScanner): ScannedLine {
  const line: ScannedLine = { speaker: speakerOf(bytes, start, end), name: undefined, at: undefined };
  if (line.speaker < 0) return line;
  let at = start;
  while (at < end) {
    if (bytes[at++] !== QUOTE) continue;
    let close = at;
    let hash = 0;
    for (let byte = bytes[close]!; byte !== QUOTE && close < end; byte = bytes[close]!) {
      hash = (Math.imul(hash, 31) + byte) | 0;
      close += byte === BACKSLASH ? 2 : 1;
    }
    const isKey = bytes[close + 1] === COLON;
    if (!isKey) tokens.scan(bytes, at, close, true);
    else if (bytes[close + 2] === QUOTE) {
      at = scanValue(bytes, meaningOf(hash), close + 3, end, tokens, line) + 1;
      continue;
    }
    at = close + 1;
  }
  return line;
}

/** Gives the place of the closing quote. */
function scanValue(
  bytes: Buffer,
  key: number,
  start: number,
  end: number,
  tokens: TokenScanner,
  line: ScannedLine,
): number {
  if (key === 0) return tokens.scan(bytes, start, end, true);
  const close = endOfString(bytes, start, end);
  if (key === AT) line.at ??= bytes.toString("latin1", start, close);
  if (key === SPEAKER) line.name ??= bytes.toString("utf8", start, close);
  return close;
}

function endOfString(bytes: Buffer, from: number, end: number): number {
  let at = from;
  while (at < end && bytes[at] !== QUOTE) at += bytes[at] === BACKSLASH ? 2 : 1;
  return at;
}

const AT = 1;
const SPEAKER = 2;
const PASSED_OVER = 3;
/** Fields whose value is no text; by their name. */
const KEYS: readonly [name: string, meaning: number][] = [
  ["at", AT],
  ["speaker", SPEAKER],
  ...[
    "type",
    "id",
    "callId",
    "role",
    "stopReason",
    "model",
    "data",
    "mimeType",
    "signature",
    "encrypted",
  ].map((name): [string, number] => [name, PASSED_OVER]),
];
/** By the hash of the name: no two of them share a slot. */
const SLOTS = 1024;
const SLOT_HASHES = new Int32Array(SLOTS);
const SLOT_MEANINGS = new Uint8Array(SLOTS);
for (const [name, meaning] of KEYS) {
  let hash = 0;
  for (const byte of Buffer.from(name)) hash = (Math.imul(hash, 31) + byte) | 0;
  const slot = slotOf(hash);
  SLOT_HASHES[slot] = hash;
  SLOT_MEANINGS[slot] = meaning;
}

function slotOf(hash: number): number {
  return (hash ^ (hash >>> 10)) & (SLOTS - 1);
}

function meaningOf(hash: number): number {
  const slot = slotOf(hash);
  return SLOT_HASHES[slot] === hash ? SLOT_MEANINGS[slot]! : 0;
}

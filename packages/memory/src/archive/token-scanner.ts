import { charTables, LETTER, PAIRED } from "./char-tables.js";
import { stemLength } from "./stem-length.js";
import { STOP_WORDS } from "./stop-words.js";

const FNV_START = 0x811c9dc5;
const FNV_PRIME = 0x01000193;
/** What is longer is no word: Base64, hashes. */
const MAX_WORD_BYTES = 40;

const BACKSLASH = 0x5c;
const QUOTE = 0x22;

/** Small letters and digits by byte; 0 for what parts words. Bytes from 0x80 on are told apart later. */
const ASCII = new Uint8Array(256);
for (let byte = 0; byte < 128; byte++) {
  const character = String.fromCharCode(byte);
  if (/[a-z0-9]/i.test(character)) ASCII[byte] = character.toLowerCase().charCodeAt(0);
}
for (let byte = 128; byte < 256; byte++) ASCII[byte] = 1;

/** Words whose stems are remembered: enough for the frequent ones, few enough to stay in the processor's cache. */
const REMEMBERED = 1 << 15;

/** Turns UTF-8 bytes into hashes of word stems, with no string in between. */
export class TokenScanner {
  /** What was found since `clear`. */
  hashes = new Uint32Array(4096);
  count = 0;
  readonly #word = new Uint8Array(MAX_WORD_BYTES);
  /** Pairs: the hash of a word as it is written, and that of its stem; 0 for a word that is left out. */
  readonly #stems = new Int32Array(2 * REMEMBERED);

  clear(): void {
    this.count = 0;
  }

  /**
   * @param inJson the bytes begin inside a JSON string; it ends at its quote
   * @returns where it stopped
   */
  scan(bytes: Uint8Array, start: number, end: number, inJson: boolean): number {
    const stems = this.#stems;
    let at = start;
    while (at < end) {
      const first = bytes[at]!;
      let letter = ASCII[first]!;
      if (letter === 0) {
        if (inJson && first === QUOTE) return at;
        if (inJson && first === BACKSLASH)
          at += bytes[at + 1] === 0x75 ? 6 : 2; // \uXXXX is a control character here
        else at++;
        continue;
      }
      const from = at;
      let hash = FNV_START;
      while (letter > 1) {
        hash = Math.imul(hash ^ letter, FNV_PRIME);
        letter = ++at < end ? ASCII[bytes[at]!]! : 0;
      }
      if (letter === 1) {
        at = this.#scanWide(bytes, from, end);
        continue;
      }
      const place = 2 * ((hash ^ (hash >>> 15)) & (REMEMBERED - 1));
      if (stems[place] !== hash) {
        stems[place] = hash;
        stems[place + 1] = this.#stemHash(bytes, from, at);
      }
      const stem = stems[place + 1]!;
      if (stem === 0) continue;
      if (this.count === this.hashes.length) this.#grow();
      this.hashes[this.count++] = stem;
    }
    return at;
  }

  #stemHash(bytes: Uint8Array, start: number, end: number): number {
    if (end - start > MAX_WORD_BYTES) return 0;
    const word = this.#word;
    for (let at = start; at < end; at++) word[at - start] = ASCII[bytes[at]!]!;
    const value = hashOf(word, stemLength(word, end - start)) >>> 0 || 1;
    return STOP_HASHES.has(value) ? 0 : value;
  }

  /** Words with letters beyond ASCII, and runs that are written without spaces. */
  #scanWide(bytes: Uint8Array, start: number, end: number): number {
    const { kind, lower } = charTables();
    let at = start;
    let hash = FNV_START;
    let length = 0;
    let previous = 0;
    while (at < end) {
      const byte = bytes[at]!;
      const size = byte < 0x80 ? 1 : byte < 0xe0 ? 2 : byte < 0xf0 ? 3 : 4;
      const unit = decode(bytes, at, size);
      const type = unit < 65536 ? kind[unit]! : 0;
      if (type === PAIRED) {
        if (length > 0) this.#add(hash);
        length = 0;
        hash = FNV_START;
        if (previous > 0) this.#add(pairHash(previous, unit));
        else if (!this.#isPairedAt(bytes, at + size, end)) this.#add(pairHash(unit, 0));
        previous = unit;
      } else if (type === LETTER) {
        previous = 0;
        hash = Math.imul(hash ^ lower[unit]!, FNV_PRIME);
        length++;
      } else break;
      at += size;
    }
    if (length > 0) this.#add(hash >>> 0);
    return at > start ? at : at + 1;
  }

  #isPairedAt(bytes: Uint8Array, at: number, end: number): boolean {
    if (at >= end) return false;
    const byte = bytes[at]!;
    const unit = decode(bytes, at, byte < 0x80 ? 1 : byte < 0xe0 ? 2 : byte < 0xf0 ? 3 : 4);
    return unit < 65536 && charTables().kind[unit] === PAIRED;
  }

  #add(hash: number): void {
    const value = hash >>> 0 || 1;
    if (STOP_HASHES.has(value)) return;
    if (this.count === this.hashes.length) this.#grow();
    this.hashes[this.count++] = value;
  }

  #grow(): void {
    const larger = new Uint32Array(2 * this.count);
    larger.set(this.hashes);
    this.hashes = larger;
  }
}

function decode(bytes: Uint8Array, at: number, size: number): number {
  const first = bytes[at]!;
  if (size === 1) return first;
  const second = (bytes[at + 1] ?? 0) & 0x3f;
  if (size === 2) return ((first & 0x1f) << 6) | second;
  const third = (bytes[at + 2] ?? 0) & 0x3f;
  return size === 3 ? ((first & 0x0f) << 12) | (second << 6) | third : 65536;
}

function hashOf(word: Uint8Array, length: number): number {
  let hash = FNV_START;
  for (let at = 0; at < length; at++) hash = Math.imul(hash ^ word[at]!, FNV_PRIME);
  return hash;
}

const pairHash = (first: number, second: number): number =>
  Math.imul(Math.imul(FNV_START ^ first, FNV_PRIME) ^ second, 0x5bd1e995);

const STOP_HASHES = new Set<number>();
for (const word of STOP_WORDS) {
  const bytes = Buffer.from(word);
  STOP_HASHES.add(hashOf(bytes, stemLength(bytes, bytes.length)) >>> 0 || 1);
}

/** The hash of one word by itself, for weights. */
export function hashesOf(text: string): number[] {
  const scanner = new TokenScanner();
  const bytes = Buffer.from(text);
  scanner.scan(bytes, 0, bytes.length, false);
  return [...scanner.hashes.subarray(0, scanner.count)];
}

import { open } from "node:fs/promises";
import { StringDecoder } from "node:string_decoder";

export interface Line {
  /** Counted from 1. */
  number: number;
  /** Without its line end; at most `keepChars` of it, from `column` on. */
  text: string;
  /** All characters of the line. */
  length: number;
}

export interface ReadLinesOptions {
  /** Lines before this one are passed over undecoded. Default 1. */
  from?: number;
  /** First character of each line to keep, counted from 1. Default 1. */
  column?: number;
  /** Characters of a line to keep: a file may be one line of a gigabyte. Default 1 Mi. */
  keepChars?: number;
  signal?: AbortSignal;
}

const DEFAULT_KEEP_CHARS = 1024 * 1024;
const CHUNK_BYTES = 256 * 1024;
const LINE_FEED = 10;

/**
 * Reads a UTF-8 file line by line in bounded memory, a batch of lines for each chunk. A byte order mark is left
 * out; bytes that are not UTF-8 become U+FFFD. The end after the last line feed is no line.
 */
export async function* readLines(
  path: string,
  { from = 1, column = 1, keepChars = DEFAULT_KEEP_CHARS, signal }: ReadLinesOptions = {},
): AsyncGenerator<Line[], void, void> {
  const file = await open(path, "r");
  try {
    const buffer = Buffer.allocUnsafe(CHUNK_BYTES);
    const assembler = new LineAssembler(from, column, keepChars);
    let toSkip = from - 1;
    let isStart = true;
    while (true) {
      signal?.throwIfAborted();
      const { bytesRead } = await file.read(buffer, 0, CHUNK_BYTES, null);
      if (bytesRead === 0) break;
      let chunk = buffer.subarray(0, bytesRead);
      if (isStart && startsWithBom(chunk)) chunk = chunk.subarray(3);
      isStart = false;
      while (toSkip > 0 && chunk.length > 0) {
        const end = chunk.indexOf(LINE_FEED);
        chunk = end < 0 ? chunk.subarray(chunk.length) : chunk.subarray(end + 1);
        if (end >= 0) toSkip--;
      }
      if (chunk.length > 0) yield assembler.add(chunk);
    }
    yield assembler.end();
  } finally {
    await file.close();
  }
}

const startsWithBom = (bytes: Buffer): boolean => bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf;

/** Puts the lines together again that a chunk's border cuts in two. */
class LineAssembler {
  readonly #decoder = new StringDecoder("utf8");
  readonly #skippedChars: number;
  readonly #keepChars: number;
  #number: number;
  #text = "";
  #length = 0;
  #last: string | undefined;

  constructor(from: number, column: number, keepChars: number) {
    this.#number = from;
    this.#keepChars = keepChars;
    this.#skippedChars = column - 1;
  }

  add(bytes: Buffer): Line[] {
    const pieces = this.#decoder.write(bytes).split("\n");
    const lines: Line[] = [];
    for (const [index, piece] of pieces.entries()) {
      if (index > 0) lines.push(this.#finish());
      this.#extend(piece);
    }
    return lines;
  }

  end(): Line[] {
    this.#extend(this.#decoder.end());
    return this.#length > 0 ? [this.#finish()] : [];
  }

  #extend(piece: string): void {
    if (piece === "") return;
    const from = Math.max(0, this.#skippedChars - this.#length);
    const room = this.#keepChars - this.#text.length;
    if (room > 0 && from < piece.length) this.#text += piece.slice(from, from + room);
    this.#length += piece.length;
    this.#last = piece.at(-1);
  }

  #finish(): Line {
    const length = this.#length - (this.#last === "\r" ? 1 : 0);
    const text = this.#text.slice(0, Math.max(0, length - this.#skippedChars));
    this.#text = "";
    this.#length = 0;
    this.#last = undefined;
    return { number: this.#number++, text, length };
  }
}

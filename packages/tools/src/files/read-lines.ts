import type { StreamDecoder } from "./text-codec.js";
import { chunksOf, lineFeedsIn, type TextFile } from "./text-file.js";

export interface Line {
  /** Counted from 1. */
  number: number;
  /** Without its line end; at most `keepChars` of it, from `column` on. */
  text: string;
  /** All characters of the line. */
  length: number;
  /** Where `text` begins in the line, counted from 1. */
  column: number;
}

/** A place from which reading may begin. */
export interface LineStart {
  /** Counted from 1. */
  number: number;
  /** In bytes. */
  offset: number;
}

export interface ReadLinesOptions {
  /** Lines before this one are passed over undecoded. */
  from: number;
  /** The first character of a line to keep, counted from 1. */
  columnOf: (number: number) => number;
  /** Characters of a line to keep: a file may be one line of a gigabyte. */
  keepChars: number;
  /** A known start at or before `from`. Default: the file's. */
  near?: LineStart | undefined;
  signal?: AbortSignal;
}

/**
 * Reads a file line by line in bounded memory, a batch of lines for each chunk. Bytes that do not decode become
 * U+FFFD. The end after the last line feed is no line.
 */
export async function* readLines(
  file: TextFile,
  { from, columnOf, keepChars, near = { number: 1, offset: file.bomLength }, signal }: ReadLinesOptions,
): AsyncGenerator<Line[], void, void> {
  const feeds = lineFeedsIn(file);
  const assembler = new LineAssembler(file.codec.decoder(), from, columnOf, keepChars);
  let toSkip = from - near.number;
  for await (let { bytes } of chunksOf(file, near.offset, signal)) {
    if (toSkip > 0) {
      const count = feeds.count(bytes);
      if (count < toSkip) {
        toSkip -= count;
        continue;
      }
      bytes = bytes.subarray(feeds.after(bytes, toSkip));
      toSkip = 0;
    }
    if (bytes.length > 0) yield assembler.add(bytes);
  }
  yield assembler.end();
}

/** Puts the lines together again that a chunk's border cuts in two. */
class LineAssembler {
  readonly #decoder: StreamDecoder;
  readonly #columnOf: (number: number) => number;
  readonly #keepChars: number;
  #number: number;
  #column: number;
  #text = "";
  #length = 0;
  #last: string | undefined;

  constructor(decoder: StreamDecoder, from: number, columnOf: (number: number) => number, keepChars: number) {
    this.#decoder = decoder;
    this.#columnOf = columnOf;
    this.#keepChars = keepChars;
    this.#number = from;
    this.#column = columnOf(from);
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
    const from = Math.max(0, this.#column - 1 - this.#length);
    const room = this.#keepChars - this.#text.length;
    if (room > 0 && from < piece.length) this.#text += piece.slice(from, from + room);
    this.#length += piece.length;
    this.#last = piece.at(-1);
  }

  #finish(): Line {
    const length = this.#length - (this.#last === "\r" ? 1 : 0);
    const text = this.#text.slice(0, Math.max(0, length - this.#column + 1));
    const line = { number: this.#number++, text, length, column: this.#column };
    this.#text = "";
    this.#length = 0;
    this.#last = undefined;
    this.#column = this.#columnOf(this.#number);
    return line;
  }
}

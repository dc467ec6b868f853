import type { TextCodec } from "./text-codec.js";

/**
 * A file's bytes as a text to be searched without being decoded: one character a byte, or a 16-bit unit, so that a
 * place in it is a place in the file, and bytes that do not decode are in nobody's way.
 */
export interface SearchView {
  text: string;
  /** What is looked for, in the same form; `undefined` where the encoding lacks a character of it. */
  viewOf(wanted: string): string | undefined;
  /** The bytes of a piece of `text`. */
  bytesOf(piece: string): Buffer;
  /** Where in the bytes a place in `text` is. */
  offsetOf(position: number): number;
}

export function searchViewOf(bytes: Buffer, codec: TextCodec): SearchView {
  if (codec.unitBytes === 2)
    return {
      text: codec.decode(bytes),
      viewOf: (wanted) => wanted,
      bytesOf: (piece) => codec.encode(piece)!,
      offsetOf: (position) => 2 * position,
    };
  return {
    text: bytes.toString("latin1"),
    viewOf: (wanted) => codec.encode(wanted)?.toString("latin1"),
    bytesOf: (piece) => Buffer.from(piece, "latin1"),
    offsetOf: (position) => position,
  };
}

import type { FileHandle } from "node:fs/promises";
import { open } from "node:fs/promises";
import { type LineFeeds, lineFeedsOf } from "./line-feeds.js";
import { READ_FLAGS } from "./read-flags.js";
import type { TextCodec } from "./text-codec.js";

/** What is needed to read a text file piece by piece. */
export interface TextFile {
  path: string;
  codec: TextCodec;
  /** Where the text begins: after the byte order mark. */
  bomLength: number;
}

export interface Chunk {
  bytes: Buffer;
  /** Of its first byte in the file. */
  offset: number;
}

const CHUNK_BYTES = 1024 * 1024;

export const lineFeedsIn = ({ codec }: TextFile): LineFeeds => lineFeedsOf(codec.name);

/**
 * A file's bytes from `offset` on, one chunk after another. A chunk is only valid until the next one is asked for.
 */
export async function* chunksOf(
  { path }: TextFile,
  offset: number,
  signal: AbortSignal | undefined,
): AsyncGenerator<Chunk, void, void> {
  const file = await open(path, READ_FLAGS);
  try {
    const buffer = Buffer.allocUnsafeSlow(CHUNK_BYTES);
    const { size } = await file.stat();
    // What the kernel only shows as a file has no size and can only be read from its start.
    let at = size > 0 ? offset : 0;
    while (true) {
      signal?.throwIfAborted();
      const length = await fill(file, buffer, size > 0 ? at : null);
      if (length === 0) return;
      const skipped = Math.max(0, offset - at);
      if (skipped < length) yield { bytes: buffer.subarray(skipped, length), offset: at + skipped };
      at += length;
    }
  } finally {
    await file.close();
  }
}

/** Whole chunks, so that no two-byte character is cut. */
async function fill(file: FileHandle, buffer: Buffer, position: number | null): Promise<number> {
  let length = 0;
  while (length < buffer.length) {
    const at = position === null ? null : position + length;
    const { bytesRead } = await file.read(buffer, length, buffer.length - length, at);
    if (bytesRead === 0) break;
    length += bytesRead;
  }
  return length;
}

import type { FileHandle } from "node:fs/promises";

const CHUNK_BYTES = 1024 * 1024;

/** All bytes of an open file, without a second copy of them; `size` is what the system says it has. */
export async function readWhole(file: FileHandle, size: number): Promise<Buffer> {
  let bytes = Buffer.allocUnsafe(size + 1); // one more, so that a file which does not grow is read to its end
  let length = 0;
  while (true) {
    const { bytesRead } = await file.read(bytes, length, Math.min(CHUNK_BYTES, bytes.length - length), null);
    if (bytesRead === 0) return bytes.subarray(0, length);
    length += bytesRead;
    // A file of the kernel has no size, and another one may have grown.
    if (length === bytes.length) bytes = Buffer.concat([bytes, Buffer.allocUnsafe(Math.max(length, 4096))]);
  }
}

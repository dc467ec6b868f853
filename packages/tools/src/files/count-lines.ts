import { open } from "node:fs/promises";

const CHUNK_BYTES = 1024 * 1024;
/** About two seconds of reading. */
const MAX_BYTES = 2 * 1024 * 1024 * 1024;
const LINE_FEED = 10;

/** Counts the lines of a file from its bytes; `undefined` for one of more than 2 GB. */
export async function countLines(path: string, signal: AbortSignal): Promise<number | undefined> {
  const file = await open(path, "r");
  try {
    if ((await file.stat()).size > MAX_BYTES) return undefined;
    const buffer = Buffer.allocUnsafe(CHUNK_BYTES);
    let lines = 0;
    let last = LINE_FEED;
    while (true) {
      signal.throwIfAborted();
      const { bytesRead } = await file.read(buffer, 0, CHUNK_BYTES, null);
      if (bytesRead === 0) return last === LINE_FEED ? lines : lines + 1;
      for (let at = 0; at < bytesRead; at++) if (buffer[at] === LINE_FEED) lines++;
      last = buffer[bytesRead - 1]!;
    }
  } finally {
    await file.close();
  }
}

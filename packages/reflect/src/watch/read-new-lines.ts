import { open } from "node:fs/promises";

/** How far a file was read. */
export interface Cursor {
  /** Tells a rotated file from the one before; 0 where the system has no such number. */
  inode: number;
  offset: number;
}

/** Read at most at a time; the rest comes next time. */
const MAX_BYTES = 1_000_000;
/** A line longer than this is taken in parts. */
const MAX_LINE = 65_536;

/**
 * The whole lines that were added since, and where to go on. Without a cursor reading begins at the end; a file that
 * was replaced or cut is read from its start. A file that is not there has no lines yet.
 */
export async function readNewLines(
  path: string,
  cursor: Cursor | undefined,
): Promise<{ lines: string[]; cursor: Cursor | undefined }> {
  const file = await open(path, "r").catch((error: NodeJS.ErrnoException) => {
    if (error.code === "ENOENT") return undefined;
    throw error;
  });
  // What appears later is new from its first line on.
  if (!file) return { lines: [], cursor: cursor ?? { inode: 0, offset: 0 } };
  try {
    const { ino: inode, size } = await file.stat();
    if (!cursor) return { lines: [], cursor: { inode, offset: size } };
    const replaced = (cursor.inode !== 0 && cursor.inode !== inode) || size < cursor.offset;
    const offset = replaced ? 0 : cursor.offset;
    const bytes = Buffer.alloc(Math.min(size - offset, MAX_BYTES));
    const { bytesRead } = await file.read(bytes, 0, bytes.length, offset);
    const whole = wholeLines(bytes.subarray(0, bytesRead));
    const lines = whole
      .toString("utf8")
      .split(/\r?\n/)
      .filter((line) => line !== "");
    return { lines, cursor: { inode, offset: offset + whole.length } };
  } finally {
    await file.close();
  }
}

function wholeLines(bytes: Buffer): Buffer {
  const end = bytes.lastIndexOf(0x0a) + 1;
  return end > 0 || bytes.length < MAX_LINE ? bytes.subarray(0, end) : bytes;
}

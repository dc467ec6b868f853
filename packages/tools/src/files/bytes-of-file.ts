import { isUtf8 } from "node:buffer";
import { readFile, stat } from "node:fs/promises";
import { ToolRefusal } from "../tool-refusal.js";
import { requireRegularFile } from "./require-regular-file.js";
import { showPath } from "./show-path.js";

/** A longer file does not fit into one string. */
const MAX_BYTES = 500 * 1024 * 1024;
const BOM = Buffer.from([0xef, 0xbb, 0xbf]);

export interface FileBytes {
  /** Everything after the byte order mark. */
  body: Buffer;
  /** The byte order mark, or nothing. */
  bom: Buffer;
}

/** A file's bytes, in one piece. */
export async function bytesOfFile(path: string, action: string): Promise<FileBytes> {
  const stats = await stat(path);
  requireRegularFile(stats, action, path);
  if (stats.size > MAX_BYTES)
    throw new ToolRefusal(
      `Cannot ${action} ${showPath(path)}: it has ${stats.size} bytes, 500 MB is the most. Use code_run.`,
    );
  const bytes = await readFile(path);
  const bomLength = bytes.subarray(0, BOM.length).equals(BOM) ? BOM.length : 0;
  return { bom: bytes.subarray(0, bomLength), body: bytes.subarray(bomLength) };
}

/** Refuses bytes that would not survive a way through text. */
export function requireUtf8(bytes: Buffer, action: string, path: string): void {
  const problem = bytes.includes(0)
    ? "it is binary or UTF-16"
    : isUtf8(bytes)
      ? undefined
      : "it is not UTF-8";
  if (problem)
    throw new ToolRefusal(
      `Cannot ${action} ${showPath(path)}: ${problem}, and bytes would be lost. Nothing was changed. Edit it with code_run in its own encoding.`,
    );
}

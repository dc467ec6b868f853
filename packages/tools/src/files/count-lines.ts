import { stat } from "node:fs/promises";
import { chunksOf, lineFeedsIn, type TextFile } from "./text-file.js";

/** About two seconds of reading. */
const MAX_BYTES = 2 * 1024 * 1024 * 1024;

/** Counts the lines of a file from its bytes; `undefined` for one of more than 2 GB. */
export async function countLines(file: TextFile, signal: AbortSignal): Promise<number | undefined> {
  if ((await stat(file.path)).size > MAX_BYTES) return undefined;
  const feeds = lineFeedsIn(file);
  let lines = 0;
  let endsOpen = false;
  for await (const { bytes } of chunksOf(file, file.bomLength, signal)) {
    lines += feeds.count(bytes);
    const lastUnit = bytes.subarray(-file.codec.unitBytes);
    endsOpen = feeds.count(lastUnit) === 0;
  }
  return endsOpen ? lines + 1 : lines;
}

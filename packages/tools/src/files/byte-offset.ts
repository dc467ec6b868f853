import { lineFeedsOf } from "./line-feeds.js";
import type { TextCodec } from "./text-codec.js";

/**
 * Where in the bytes a place in their decoded text is. `undefined` where bytes before it in the line do not
 * survive the way through text, so that nobody can tell.
 */
export function byteOffset(
  bytes: Buffer,
  text: string,
  position: number,
  codec: TextCodec,
): number | undefined {
  let line = 0;
  let lineStart = 0;
  for (let at = text.indexOf("\n"); at >= 0 && at < position; at = text.indexOf("\n", at + 1)) {
    line++;
    lineStart = at + 1;
  }
  const from = lineFeedsOf(codec.name).after(bytes, line);
  const before = text.slice(lineStart, position);
  const encoded = codec.encode(before);
  if (!encoded || !bytes.subarray(from, from + encoded.length).equals(encoded)) return undefined;
  return from + encoded.length;
}

import { isUtf8 } from "node:buffer";
import { codecNamed, type TextCodec } from "../files/text-codec.js";

export interface OutputDecoder {
  write(bytes: Buffer): string;
  end(): string;
}

/** The codec of a locale that is not UTF-8. What the locale does not say is UTF-8. */
export async function codecOfLocale(env: NodeJS.ProcessEnv): Promise<TextCodec | undefined> {
  const locale = env.LC_ALL || env.LC_CTYPE || env.LANG || "";
  const charset = /\.([\w-]+)/.exec(locale)?.[1];
  if (!charset || /^utf-?8$/i.test(charset)) return undefined;
  return codecNamed(charset);
}

/**
 * Output as text. Programs write UTF-8 in any locale, so whatever is UTF-8 is taken for it; other bytes are read
 * as the locale says, or shown as `\xE9`. A zero byte is shown as well: programs and servers on the way end texts there.
 */
export function outputDecoder(codec: TextCodec | undefined): OutputDecoder {
  let held: Buffer = Buffer.alloc(0);
  const decode = (bytes: Buffer): string => {
    const text = isUtf8(bytes) ? bytes.toString() : codec ? byLines(bytes, codec) : withMarks(bytes);
    return text.replaceAll("\0", "\\x00");
  };
  return {
    write(chunk) {
      const bytes = held.length > 0 ? Buffer.concat([held, chunk]) : chunk;
      const whole = bytes.length - unfinishedLength(bytes, codec);
      held = Buffer.from(bytes.subarray(whole));
      return decode(bytes.subarray(0, whole));
    },
    end() {
      const rest = decode(held);
      held = Buffer.alloc(0);
      return rest;
    },
  };
}

const MAX_CHAR_BYTES = 4;

/** Bytes at the end that may be the first ones of a character. */
function unfinishedLength(bytes: Buffer, codec: TextCodec | undefined): number {
  const unfinished = unfinishedUtf8(bytes);
  const line = bytes.subarray(bytes.lastIndexOf(LINE_FEED) + 1);
  if (!codec || line.length <= unfinished || isUtf8(line.subarray(0, line.length - unfinished)))
    return unfinished;
  return codec.decode(line).endsWith("\uFFFD") ? 1 : 0;
}

function unfinishedUtf8(bytes: Buffer): number {
  for (let length = 1; length < MAX_CHAR_BYTES && length <= bytes.length; length++) {
    const byte = bytes[bytes.length - length]!;
    if (byte < 0x80) return 0;
    if (byte >= 0xc2) return length < (byte >= 0xf0 ? 4 : byte >= 0xe0 ? 3 : 2) ? length : 0;
  }
  return 0;
}

const LINE_FEED = 10;

/** One program may write in the locale's encoding and another in UTF-8: each line is taken by itself. */
function byLines(bytes: Buffer, codec: TextCodec): string {
  const lines: string[] = [];
  for (let start = 0; start < bytes.length; ) {
    const end = bytes.indexOf(LINE_FEED, start) + 1 || bytes.length;
    const line = bytes.subarray(start, end);
    lines.push(isUtf8(line) ? line.toString() : codec.decode(line));
    start = end;
  }
  return lines.join("");
}

/** Valid characters, with each stray byte written out. */
function withMarks(bytes: Buffer): string {
  const pieces: string[] = [];
  let start = 0;
  for (let at = 0; at < bytes.length; ) {
    const length = characterLength(bytes, at);
    if (length === 0) {
      pieces.push(bytes.toString("utf8", start, at), `\\x${hex(bytes[at]!)}`);
      start = at + 1;
    }
    at += length || 1;
  }
  return pieces.join("") + bytes.toString("utf8", start);
}

const hex = (byte: number): string => byte.toString(16).toUpperCase().padStart(2, "0");

/** Bytes of the UTF-8 character that begins there; 0 where none does. */
function characterLength(bytes: Buffer, at: number): number {
  const first = bytes[at]!;
  if (first < 0x80) return 1;
  const length = first >= 0xf0 ? 4 : first >= 0xe0 ? 3 : 2;
  return isUtf8(bytes.subarray(at, at + length)) && at + length <= bytes.length ? length : 0;
}

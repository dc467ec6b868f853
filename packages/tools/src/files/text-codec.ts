import { StringDecoder } from "node:string_decoder";

/** Text from bytes and bytes from text, in one encoding. Byte order marks are the file's, not the codec's. */
export interface TextCodec {
  /** As the model is told, and may name it. */
  readonly name: string;
  /** 2 where every character, a line feed too, is made of 16-bit units. */
  readonly unitBytes: 1 | 2;
  /** Bytes that mean nothing become U+FFFD. */
  decode(bytes: Buffer): string;
  /** `undefined` where the encoding lacks a character. */
  encode(text: string): Buffer | undefined;
  /** Whether a character begins there: in some encodings the second byte of one may look like another one. */
  isBoundary(bytes: Buffer, at: number): boolean;
  /** For bytes that come in pieces. */
  decoder(): StreamDecoder;
}

export interface StreamDecoder {
  write(bytes: Buffer): string;
  end(): string;
}

export const utf8: TextCodec = {
  name: "UTF-8",
  unitBytes: 1,
  decode: (bytes) => bytes.toString(),
  encode: (text) => Buffer.from(text),
  isBoundary: () => true,
  decoder: () => new StringDecoder("utf8"),
};

export const utf16le: TextCodec = {
  name: "UTF-16LE",
  unitBytes: 2,
  decode: (bytes) => bytes.toString("utf16le"),
  encode: (text) => Buffer.from(text, "utf16le"),
  isBoundary: () => true,
  decoder: () => new StringDecoder("utf16le"),
};

/** The codec of that name, `undefined` for a name nobody knows. What is no UTF is loaded when first needed. */
export async function codecNamed(name: string): Promise<TextCodec | undefined> {
  const plain = name.toLowerCase().replace(/[^a-z0-9]/g, "");
  if (plain === "utf8" || plain === "ascii") return utf8;
  if (plain === "utf16le") return utf16le;
  const { default: iconv } = await import("iconv-lite");
  if (/^utf7|^iso2022|base64|^hex|^utf16$|^utf32|^utf16bom/.test(plain) || !iconv.encodingExists(name))
    return undefined;
  const decode = (bytes: Buffer) => iconv.decode(bytes, name, { stripBOM: false });
  return {
    name,
    unitBytes: plain === "utf16be" ? 2 : 1,
    decode,
    encode(text) {
      const bytes = iconv.encode(text, name);
      return decode(bytes) === text ? bytes : undefined;
    },
    isBoundary: plain === "utf16be" ? () => true : (bytes, at) => splitsCleanly(bytes, at, decode),
    decoder() {
      const decoder = iconv.getDecoder(name, { stripBOM: false });
      return { write: (bytes) => decoder.write(bytes), end: () => decoder.end() ?? "" };
    },
  };
}

const LINE_FEED = 10;

/** No encoding here has a line feed inside a character, so the line says where its characters begin. */
function splitsCleanly(bytes: Buffer, at: number, decode: (bytes: Buffer) => string): boolean {
  if (bytes[at - 1] === undefined || (bytes[at - 1]! < 0x80 && bytes[at - 2]! < 0x80)) return true;
  const start = bytes.lastIndexOf(LINE_FEED, at - 1) + 1;
  const end = bytes.indexOf(LINE_FEED, at);
  const line = bytes.subarray(start, end < 0 ? bytes.length : end);
  return decode(line.subarray(0, at - start)) + decode(line.subarray(at - start)) === decode(line);
}

export interface ImageSize {
  width: number;
  height: number;
}

/** Width and height from the header of a PNG, JPEG, GIF or WebP in base64; nothing else is decoded. */
export function imageSize(base64: string): ImageSize | undefined {
  const byte = (index: number): number => byteAt(base64, index);
  const size = png(byte) ?? gif(byte) ?? webp(byte) ?? jpeg(byte);
  return size && size.width > 0 && size.height > 0 ? size : undefined;
}

/** The image's size in bytes. */
export const imageBytes = (base64: string): number => Math.floor((base64.length * 3) / 4);

type Bytes = (index: number) => number;

const DIGITS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
const VALUE = new Uint8Array(128);
for (const [value, digit] of [...DIGITS].entries()) VALUE[digit.charCodeAt(0)] = value;

/** One byte of the decoded data; past the end it is 0. */
function byteAt(base64: string, index: number): number {
  const start = Math.floor(index / 3) * 4;
  const digit = (offset: number): number => VALUE[base64.charCodeAt(start + offset)] ?? 0;
  const group = (digit(0) << 18) | (digit(1) << 12) | (digit(2) << 6) | digit(3);
  return (group >> (16 - (index % 3) * 8)) & 0xff;
}

const big16 = (byte: Bytes, at: number): number => (byte(at) << 8) | byte(at + 1);
const little16 = (byte: Bytes, at: number): number => byte(at) | (byte(at + 1) << 8);
const little24 = (byte: Bytes, at: number): number => little16(byte, at) | (byte(at + 2) << 16);
const big32 = (byte: Bytes, at: number): number => big16(byte, at) * 0x10000 + big16(byte, at + 2);

const starts = (byte: Bytes, at: number, ascii: string): boolean =>
  [...ascii].every((char, index) => byte(at + index) === char.charCodeAt(0));

const png = (byte: Bytes): ImageSize | undefined =>
  starts(byte, 1, "PNG") ? { width: big32(byte, 16), height: big32(byte, 20) } : undefined;

const gif = (byte: Bytes): ImageSize | undefined =>
  starts(byte, 0, "GIF8") ? { width: little16(byte, 6), height: little16(byte, 8) } : undefined;

function webp(byte: Bytes): ImageSize | undefined {
  if (!starts(byte, 0, "RIFF") || !starts(byte, 8, "WEBP")) return undefined;
  if (starts(byte, 12, "VP8 "))
    return { width: little16(byte, 26) & 0x3fff, height: little16(byte, 28) & 0x3fff };
  if (starts(byte, 12, "VP8L")) {
    const bits = little24(byte, 21) + byte(24) * 0x1000000;
    return { width: (bits & 0x3fff) + 1, height: (Math.floor(bits / 0x4000) & 0x3fff) + 1 };
  }
  if (starts(byte, 12, "VP8X")) return { width: little24(byte, 24) + 1, height: little24(byte, 27) + 1 };
  return undefined;
}

/** Segments looked at before the frame header; real files have a few dozen. */
const MAX_SEGMENTS = 500;

function jpeg(byte: Bytes): ImageSize | undefined {
  if (byte(0) !== 0xff || byte(1) !== 0xd8) return undefined;
  let at = 2;
  for (let segment = 0; segment < MAX_SEGMENTS && byte(at) === 0xff; segment++) {
    const marker = byte(at + 1);
    const isFrame = marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker);
    if (isFrame) return { width: big16(byte, at + 7), height: big16(byte, at + 5) };
    at += 2 + big16(byte, at + 2);
  }
  return undefined;
}

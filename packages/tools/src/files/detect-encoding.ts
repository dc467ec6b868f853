import { isUtf8 } from "node:buffer";
import { codecNamed, type TextCodec, utf8, utf16le } from "./text-codec.js";

const SAMPLE_BYTES = 64 * 1024;
const LINE_FEED = 10;
/** Part of the characters that may be unreadable where no encoding reads them all. */
const MAX_DAMAGE = 0.005;

export interface DetectedText {
  /** Undefined where no encoding gives readable text. */
  codec: TextCodec | undefined;
  /** Length of the byte order mark. */
  bomLength: number;
}

/** Finds a text's encoding by its mark, its form, or its most likely reading. The bytes may be the start of it. */
export async function detectEncoding(bytes: Buffer): Promise<DetectedText> {
  if (bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf) return { codec: utf8, bomLength: 3 };
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return { codec: utf16le, bomLength: 2 };
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return { codec: await codecNamed("UTF-16BE"), bomLength: 2 };
  return { codec: await byForm(sampleOf(bytes)), bomLength: 0 };
}

/** The part from the first line on that is not ASCII: the rest says nothing. */
function sampleOf(bytes: Buffer): Buffer {
  let at = 0;
  while (at < bytes.length && bytes[at]! < 0x80 && bytes[at] !== 0) at++;
  const start = at === bytes.length ? 0 : bytes.lastIndexOf(LINE_FEED, at) + 1;
  const from = at - start > SAMPLE_BYTES / 2 ? at : start;
  const sample = bytes.subarray(from, from + SAMPLE_BYTES);
  if (from + SAMPLE_BYTES >= bytes.length) return sample;
  const end = sample.lastIndexOf(LINE_FEED);
  return end > 0 && end > at - from ? sample.subarray(0, end) : sample;
}

async function byForm(sample: Buffer): Promise<TextCodec | undefined> {
  const utf16 = sample.includes(0) ? utf16Name(sample) : undefined;
  if (utf16) return codecNamed(utf16);
  if (sample.includes(0)) return undefined;
  if (isUtf8(sample) || isMostlyUtf8(sample)) return utf8;
  const names = await likelyNames(sample);
  for (const damage of [0, MAX_DAMAGE])
    for (const name of names) {
      const codec = await codecNamed(name);
      if (codec && isReadable(codec.decode(sample), damage)) return codec;
    }
  return undefined;
}

/** Without a mark: text of which nearly every second byte, always on the same side, is zero. */
function utf16Name(sample: Buffer): string | undefined {
  const zeros = [0, 0];
  for (let at = 0; at < sample.length; at++) if (sample[at] === 0) zeros[at & 1]!++;
  const [even, odd] = zeros as [number, number];
  const units = sample.length / 2;
  if (sample.length % 2 || Math.max(even, odd) < 0.3 * units || Math.min(even, odd) > 0.02 * units)
    return undefined;
  const name = odd > even ? "UTF-16LE" : "UTF-16BE";
  const text = (name === "UTF-16LE" ? sample : Buffer.from(sample).swap16()).toString("utf16le");
  return isReadable(text) ? name : undefined;
}

/** UTF-8 with some damage, or cut off at the sample's end: far more whole characters than stray bytes. */
function isMostlyUtf8(sample: Buffer): boolean {
  const text = sample.toString();
  const stray = text.split("\uFFFD").length - 1;
  let whole = 0;
  for (let at = 0; at < text.length; at++) if (text.charCodeAt(at) > 0x7f) whole++;
  return whole - stray >= 2 * stray;
}

/** Confidence of what has the form of a multi-byte encoding but too few characters to judge them. */
const FORM_ONLY = 10;
const DOUBLE_BYTE = /^(GB18030|EUC-JP|EUC-KR|Big5|Shift_JIS)$/;

/** Best first. Latin letters stand alone among ASCII; the two high bytes of an East Asian character never do. */
async function likelyNames(sample: Buffer): Promise<string[]> {
  const { analyse } = await import("chardet");
  const found = analyse(sample).filter(({ confidence }) => confidence > 0);
  const names = found.map(({ name }) => name);
  if (
    !hasOnlyPairs(sample) ||
    found.some(({ confidence, name }) => confidence > 60 && DOUBLE_BYTE.test(name))
  )
    return [...names, "windows-1252", "ISO-8859-1"];
  const pairs = found.filter(({ name, confidence }) => DOUBLE_BYTE.test(name) && confidence >= FORM_ONLY);
  return [...(await byScript(sample)), ...pairs.map(({ name }) => name), ...names];
}

function hasOnlyPairs(sample: Buffer): boolean {
  let run = 0;
  for (const byte of sample) {
    if (byte >= 0x80) run++;
    else if (run % 2) return false;
    else run = 0;
  }
  return run % 2 === 0;
}

/** Of short texts in pairs: kana is Japanese, Hangul Korean, and the rest most likely Chinese. */
async function byScript(sample: Buffer): Promise<string[]> {
  for (const [name, script] of [
    ["EUC-JP", /[\u3041-\u30ff]/g],
    ["EUC-KR", /[\uac00-\ud7a3]/g],
  ] as const) {
    const text = (await codecNamed(name))!.decode(sample);
    const letters = text.match(script)?.length ?? 0;
    // biome-ignore lint/suspicious/noControlCharactersInRegex: everything but ASCII
    const foreign = text.match(/[^\u0000-\u007f]/g)?.length ?? 0;
    if (letters > foreign / 3 && !text.includes("\uFFFD")) return [name];
  }
  return ["GB18030"];
}

/** Hardly any control characters, gaps, and characters from the private areas. */
function isReadable(text: string, damage = 0): boolean {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: those are what is looked for
  const bad = text.slice(0, -1).match(/[\u0000-\u0006\u000e-\u001a\u007f-\u009f\ufffd\ue000-\uf8ff]/g);
  return (bad?.length ?? 0) <= damage * text.length;
}

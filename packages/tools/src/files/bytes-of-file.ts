import { open, stat } from "node:fs/promises";
import { ToolRefusal } from "../tool-refusal.js";
import { detectEncoding } from "./detect-encoding.js";
import { type FileVersion, versionOf } from "./file-version.js";
import { kindOfBinary } from "./kind-of-binary.js";
import { READ_FLAGS } from "./read-flags.js";
import { readWhole } from "./read-whole.js";
import { requireRegularFile } from "./require-regular-file.js";
import { showPath } from "./show-path.js";
import { codecNamed, type TextCodec } from "./text-codec.js";

/** A longer file does not fit into one string. */
const MAX_BYTES = 500 * 1024 * 1024;

export interface FileBytes {
  /** Everything after the byte order mark. */
  body: Buffer;
  /** The byte order mark, or nothing. */
  bom: Buffer;
  /** Undefined for what is no text in any known encoding. */
  codec: TextCodec | undefined;
  version: FileVersion;
}

/** A file's bytes, in one piece. `known` is the encoding, where somebody has said it. */
export async function bytesOfFile(path: string, action: string, known?: TextCodec): Promise<FileBytes> {
  requireRegularFile(await stat(path), action, path);
  const file = await open(path, READ_FLAGS);
  try {
    const stats = await file.stat({ bigint: true });
    if (stats.size > MAX_BYTES)
      throw new ToolRefusal(
        `Cannot ${action} ${showPath(path)}: it has ${stats.size} bytes, 500 MB is the most. Use code_run.`,
      );
    const bytes = await readWhole(file, Number(stats.size));
    const { codec, bomLength } = await detectEncoding(bytes);
    const isText = known ?? (kindOfBinary(bytes) ? undefined : codec);
    return {
      bom: bytes.subarray(0, bomLength),
      body: bytes.subarray(bomLength),
      codec: isText,
      version: versionOf(stats),
    };
  } finally {
    await file.close();
  }
}

/** The codec of a file whose text is to be changed. */
export function requireText({ codec }: FileBytes, action: string, path: string): TextCodec {
  if (codec) return codec;
  throw new ToolRefusal(
    `Cannot ${action} ${showPath(path)}: it is binary, or text in an unknown encoding, and bytes would be lost. Nothing was changed. Name the encoding in the argument "encoding", or edit it with code_run.`,
  );
}

/** The codec that a call asks for in its argument `encoding`. */
export async function askedCodec(name: string | undefined): Promise<TextCodec | undefined> {
  if (!name) return undefined;
  const codec = await codecNamed(name);
  if (codec) return codec;
  throw new ToolRefusal(
    `There is no encoding ${JSON.stringify(name.slice(0, 40))} here. Try utf-8, utf-16le, gb18030, shift_jis, euc-kr, big5, windows-1252 or iso-8859-1.`,
  );
}

/** Text as the file's bytes. */
export function encodeFor(text: string, codec: TextCodec, action: string, path: string): Buffer {
  const bytes = codec.encode(text);
  if (bytes) return bytes;
  const missing = [...text].find((char) => !codec.encode(char)) ?? "";
  throw new ToolRefusal(
    `Cannot ${action} ${showPath(path)}: its encoding, ${codec.name}, has no ${JSON.stringify(missing)} (U+${missing.codePointAt(0)?.toString(16).toUpperCase().padStart(4, "0")}). Nothing was changed. Use other characters, or convert the file first: file_write with encoding "utf-8".`,
  );
}

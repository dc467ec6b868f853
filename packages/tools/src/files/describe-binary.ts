import { open } from "node:fs/promises";

/** Bytes looked at: text has no NUL in them. */
const SAMPLE_BYTES = 8192;
const SHOWN_BYTES = 16;

/** Says what a file holds that is not UTF-8 text at all; `undefined` for text. */
export async function describeBinary(path: string, size: number): Promise<string | undefined> {
  const file = await open(path, "r");
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(SAMPLE_BYTES), 0, SAMPLE_BYTES, 0);
    const sample = buffer.subarray(0, bytesRead);
    if (isUtf16(sample)) return "it is UTF-16 text. Convert it to UTF-8 with code_run";
    if (!sample.includes(0)) return undefined;
    const hex = sample.subarray(0, SHOWN_BYTES).toString("hex").replace(/../g, "$& ").trim();
    return `it is binary (${size} bytes, begins ${hex}). Examine it with code_run`;
  } finally {
    await file.close();
  }
}

const isUtf16 = (bytes: Buffer): boolean =>
  (bytes[0] === 0xff && bytes[1] === 0xfe) || (bytes[0] === 0xfe && bytes[1] === 0xff);

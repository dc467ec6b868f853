import { type FileHandle, open, rename } from "node:fs/promises";
import { crc32 } from "node:zlib";
import type { SegmentData, SegmentSession } from "./segment-builder.js";

const MAGIC = "GASEG01\n";
/** Magic, then the length of the header in JSON. */
const LEAD_BYTES = MAGIC.length + 4;

interface Header {
  sessions: SegmentSession[];
  speakers: string[];
  docs: number;
  terms: number;
  postings: number;
  /** Of everything before the postings. */
  crc: number;
}

/** A segment on the disk. All but the postings is in memory. */
export interface OpenSegment extends Omit<SegmentData, "postings"> {
  file: FileHandle;
  /** Where the postings begin. */
  postingsAt: number;
}

export async function writeSegment(path: string, data: SegmentData): Promise<void> {
  const tables = [data.terms, data.frequencies, data.starts, data.offsets, data.lengths, data.speakerOf].map(
    bytesOf,
  );
  const header: Header = {
    ...{ sessions: data.sessions, speakers: data.speakers, docs: data.offsets.length },
    ...{ terms: data.terms.length, postings: data.postings.length, crc: crcOf(tables) },
  };
  const json = Buffer.from(JSON.stringify(header));
  const lead = Buffer.alloc(LEAD_BYTES);
  lead.write(MAGIC);
  lead.writeUInt32LE(json.length, MAGIC.length);
  const file = await open(`${path}.new`, "w", 0o600);
  try {
    for (const part of [lead, json, ...tables, data.postings]) await file.writeFile(part);
  } finally {
    await file.close();
  }
  await rename(`${path}.new`, path);
}

/** `undefined` for a file that is missing, cut or damaged: the journals are all that is needed to make it anew. */
export async function openSegment(path: string): Promise<OpenSegment | undefined> {
  const file = await open(path, "r").catch(() => undefined);
  if (!file) return undefined;
  const segment = await readTables(file).catch(() => undefined);
  if (!segment) await file.close();
  return segment;
}

async function readTables(file: FileHandle): Promise<OpenSegment | undefined> {
  const lead = await readAt(file, 0, LEAD_BYTES);
  if (lead.toString("latin1", 0, MAGIC.length) !== MAGIC) return undefined;
  const headerBytes = lead.readUInt32LE(MAGIC.length);
  const header = JSON.parse((await readAt(file, LEAD_BYTES, headerBytes)).toString()) as Header;
  const { terms, docs } = header;
  const sizes = [4 * terms, 4 * terms, 4 * (terms + 1), 4 * docs, 2 * docs, docs];
  const whole = sizes.reduce((sum, size) => sum + size, 0);
  const tablesAt = LEAD_BYTES + headerBytes;
  if ((await file.stat()).size !== tablesAt + whole + header.postings) return undefined;
  const bytes = await readAt(file, tablesAt, whole);
  const ends = sizes.map((_, index) => sizes.slice(0, index + 1).reduce((sum, size) => sum + size, 0));
  const parts = sizes.map((size, index) => bytes.subarray(ends[index]! - size, ends[index]!));
  if (crcOf(parts) !== header.crc) return undefined;
  const [termBytes, frequencyBytes, startBytes, offsetBytes, lengthBytes, speakerOf] = parts as [
    Buffer,
    Buffer,
    Buffer,
    Buffer,
    Buffer,
    Buffer,
  ];
  return {
    ...{ file, postingsAt: tablesAt + whole, sessions: header.sessions, speakers: header.speakers },
    ...{
      terms: words(termBytes),
      frequencies: words(frequencyBytes),
      starts: words(startBytes),
      offsets: words(offsetBytes),
    },
    ...{ lengths: new Uint16Array(aligned(lengthBytes).buffer), speakerOf },
  };
}

async function readAt(file: FileHandle, position: number, length: number): Promise<Buffer> {
  const bytes = Buffer.allocUnsafeSlow(length);
  const { bytesRead } = await file.read(bytes, 0, length, position);
  if (bytesRead !== length) throw new RangeError("cut");
  return bytes;
}

const words = (bytes: Buffer): Uint32Array => new Uint32Array(aligned(bytes).buffer);

/** A copy that begins at the start of its memory, as typed arrays want it. */
const aligned = (bytes: Buffer): Uint8Array<ArrayBuffer> => new Uint8Array(bytes);

const bytesOf = (array: Uint32Array | Uint16Array | Uint8Array): Uint8Array =>
  new Uint8Array(array.buffer, array.byteOffset, array.byteLength);

const crcOf = (parts: readonly Uint8Array[]): number => parts.reduce((crc, part) => crc32(part, crc), 0);

import { inflateSync } from "node:zlib";

interface Png {
  png: Buffer;
  width: number;
  height: number;
}

/** Pictures with something in them compress less than this; only the others are looked at pixel by pixel. */
const PIXELS_PER_BYTE = 20;

/** Whether every pixel has the same colour, as in a picture of a window that protects itself. */
export function isBlankPng({ png, width, height }: Png): boolean {
  if (width * height === 0) return true;
  if (png.length * PIXELS_PER_BYTE > width * height && width * height > 10_000) return false;
  const [depth, colour] = [png[24], png[25]];
  const channels = { 0: 1, 2: 3, 4: 2, 6: 4 }[colour ?? -1];
  if (depth !== 8 || channels === undefined || png[28] !== 0) return false;
  return hasOneColour(inflateSync(dataOf(png)), width * channels, channels);
}

function dataOf(png: Buffer): Buffer {
  const parts: Buffer[] = [];
  for (let at = 8; at + 8 <= png.length; ) {
    const length = png.readUInt32BE(at);
    if (png.toString("latin1", at + 4, at + 8) === "IDAT") parts.push(png.subarray(at + 8, at + 8 + length));
    at += length + 12;
  }
  return Buffer.concat(parts);
}

/** Undoes the filters of the format (PNG specification, section 9) row by row. */
function hasOneColour(data: Buffer, rowBytes: number, channels: number): boolean {
  let above = new Uint8Array(rowBytes);
  let first: Uint8Array | undefined;
  for (let at = 0; at + rowBytes < data.length; at += rowBytes + 1) {
    const row = new Uint8Array(rowBytes);
    const filter = data[at]!;
    for (let i = 0; i < rowBytes; i++) {
      const left = i >= channels ? row[i - channels]! : 0;
      const corner = i >= channels ? above[i - channels]! : 0;
      row[i] = data[at + 1 + i]! + predicted(filter, left, above[i]!, corner);
    }
    first ??= row.slice(0, channels);
    for (let i = 0; i < rowBytes; i++) if (row[i] !== first[i % channels]) return false;
    above = row;
  }
  return true;
}

function predicted(filter: number, left: number, up: number, corner: number): number {
  if (filter === 1) return left;
  if (filter === 2) return up;
  if (filter === 3) return (left + up) >> 1;
  if (filter !== 4) return 0;
  const guess = left + up - corner;
  const [toLeft, toUp, toCorner] = [left, up, corner].map((value) => Math.abs(guess - value)) as [
    number,
    number,
    number,
  ];
  if (toLeft <= toUp && toLeft <= toCorner) return left;
  return toUp <= toCorner ? up : corner;
}

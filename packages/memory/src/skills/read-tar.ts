import { gunzipSync } from "node:zlib";
import { addFile, MAX_PACKAGE_BYTES, type PackageFiles, refused } from "./read-package.js";

const BLOCK = 512;

/** Plain files of a tar archive, gzipped or not; long names by GNU and by pax. Everything else in it is refused. */
export function readTar(bytes: Uint8Array): PackageFiles {
  const tar = unzipped(bytes);
  const files: PackageFiles = new Map();
  let longName: string | undefined;
  for (let at = 0; at + BLOCK <= tar.length; ) {
    const header = tar.subarray(at, at + BLOCK);
    if (header.every((byte) => byte === 0)) break;
    const size = Number.parseInt(text(header, 124, 12) || "0", 8);
    if (!Number.isFinite(size) || size < 0 || at + BLOCK + size > tar.length)
      throw refused("the archive", "it is damaged or cut off");
    const body = tar.subarray(at + BLOCK, at + BLOCK + size);
    const type = String.fromCharCode(header[156] || 0x30);
    at += BLOCK + Math.ceil(size / BLOCK) * BLOCK;
    if (type === "L") longName = text(body, 0, size);
    else if (type === "x") longName = paxPath(body) ?? longName;
    else if (type !== "g") {
      const name = longName ?? nameIn(header);
      longName = undefined;
      if (type === "1" || type === "2") throw refused(name, "it is a link, which could lead anywhere");
      if (type !== "0" && type !== "7" && type !== "5") throw refused(name, "it is no plain file");
      if (type === "5") addFile(new Map(), `${name.replace(/\/$/, "")}/_`, new Uint8Array());
      else addFile(files, name, new Uint8Array(body));
    }
  }
  return files;
}

function unzipped(bytes: Uint8Array): Uint8Array {
  if (bytes[0] !== 0x1f) return bytes;
  try {
    // Headers and padding come on top of the files.
    return gunzipSync(bytes, { maxOutputLength: 2 * MAX_PACKAGE_BYTES });
  } catch (error) {
    throw refused("the archive", `it cannot be unpacked (${(error as Error).message})`);
  }
}

function nameIn(header: Uint8Array): string {
  const prefix = text(header, 257, 5) === "ustar" ? text(header, 345, 155) : "";
  return prefix ? `${prefix}/${text(header, 0, 100)}` : text(header, 0, 100);
}

const text = (bytes: Uint8Array, from: number, length: number): string =>
  new TextDecoder()
    .decode(bytes.subarray(from, from + length))
    .replace(/\0[\s\S]*$/, "")
    .trim();

/** Records of the form `length key=value`. */
const paxPath = (body: Uint8Array): string | undefined =>
  /(?:^|\n)\d+ path=([^\n]*)\n/.exec(new TextDecoder().decode(body))?.[1];

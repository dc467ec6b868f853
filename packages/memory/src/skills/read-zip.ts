import { fflate } from "../when-used.js";
import { addFile, MAX_PACKAGE_BYTES, type PackageFiles, refused } from "./read-package.js";

/** Sizes are checked before anything is inflated. Links are known by the mode that Unix programs store. */
export function readZip(bytes: Uint8Array): PackageFiles {
  const links = linksIn(bytes);
  const files: PackageFiles = new Map();
  let size = 0;
  const entries = unpack(bytes, (name, originalSize) => {
    if (links.has(name)) throw refused(name, "it is a link, which could lead anywhere");
    size += originalSize;
    if (size > MAX_PACKAGE_BYTES)
      throw refused(name, `all files together exceed ${MAX_PACKAGE_BYTES / 1e6} MB`);
  });
  for (const [name, content] of Object.entries(entries)) {
    if (name.endsWith("/")) addFile(new Map(), `${name}_`, new Uint8Array());
    else addFile(files, name, content);
  }
  return files;
}

function unpack(bytes: Uint8Array, each: (name: string, size: number) => void): Record<string, Uint8Array> {
  try {
    return fflate().unzipSync(bytes, {
      filter: ({ name, originalSize }) => {
        each(name, originalSize);
        return true;
      },
    });
  } catch (error) {
    if (error instanceof Error && error.name === "MemoryError") throw error;
    throw refused("the archive", `it is no readable zip file (${(error as Error).message})`);
  }
}

const CENTRAL = 0x02014b50;
const LINK_MODE = 0o120000;
const TYPE_MASK = 0o170000;

/** Names of the symbolic links: the central directory holds the Unix mode in the upper half of the attributes. */
function linksIn(bytes: Uint8Array): Set<string> {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const links = new Set<string>();
  for (let at = 0; at + 46 <= bytes.length; at++) {
    if (view.getUint32(at, true) !== CENTRAL) continue;
    const mode = view.getUint32(at + 38, true) >>> 16;
    const name = bytes.subarray(at + 46, at + 46 + view.getUint16(at + 28, true));
    if ((mode & TYPE_MASK) === LINK_MODE) links.add(new TextDecoder().decode(name));
  }
  return links;
}

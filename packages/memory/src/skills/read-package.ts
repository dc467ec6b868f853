import { lstat, readdir, readFile } from "node:fs/promises";
import { basename, join } from "node:path";
import { MemoryError } from "../memory-error.js";
import { readTar } from "./read-tar.js";
import { readZip } from "./read-zip.js";

/** Files of a skill from elsewhere, by path with `/`. */
export type PackageFiles = Map<string, Uint8Array>;

/** A skill is words and a few scripts. */
export const MAX_PACKAGE_BYTES = 20_000_000;
export const MAX_PACKAGE_FILES = 500;

/**
 * Reads a folder, a `.zip`, a `.tar.gz`, or a single Markdown file. Nothing is unpacked to the disk, and nothing is
 * taken that would lead out of the skill's folder.
 *
 * @throws MemoryError `invalid-skill` naming the entry and why it is refused
 */
export async function readPackage(path: string): Promise<PackageFiles> {
  const stats = await lstat(path).catch((error: Error) => {
    throw new MemoryError("invalid-skill", `Cannot read ${path}: ${error.message}.`, error);
  });
  if (stats.isDirectory()) return readFolder(path);
  if (stats.isFile() && stats.size > MAX_PACKAGE_BYTES)
    throw refused(path, `it is larger than ${MAX_PACKAGE_BYTES / 1e6} MB`);
  const bytes = await readFile(path);
  if (/\.zip$/i.test(path) || (bytes[0] === 0x50 && bytes[1] === 0x4b)) return readZip(bytes);
  if (/\.(?:tgz|tar\.gz|tar)$/i.test(path) || (bytes[0] === 0x1f && bytes[1] === 0x8b)) return readTar(bytes);
  return new Map([[basename(path), new Uint8Array(bytes)]]);
}

async function readFolder(dir: string, below = "", files: PackageFiles = new Map()): Promise<PackageFiles> {
  for (const entry of await readdir(join(dir, below), { withFileTypes: true })) {
    if (entry.name === ".git" || entry.name === "node_modules") continue;
    const path = below ? `${below}/${entry.name}` : entry.name;
    if (entry.isSymbolicLink()) throw refused(path, "it is a link, which could lead anywhere");
    if (entry.isDirectory()) await readFolder(dir, path, files);
    else if (entry.isFile()) addFile(files, path, new Uint8Array(await readFile(join(dir, path))));
  }
  return files;
}

/** Adds an entry when its path stays inside and the whole stays small. */
export function addFile(files: PackageFiles, path: string, bytes: Uint8Array): void {
  const plain = path.replaceAll("\\", "/").replace(/^(?:\.\/)+/, "");
  if (/^(?:\/|[A-Za-z]:)/.test(plain)) throw refused(path, "its path is absolute");
  if (plain.split("/").includes("..")) throw refused(path, "its path leads out of the skill's folder");
  if (plain.includes("\0") || plain === "") throw refused(JSON.stringify(path), "this is no file name");
  files.set(plain, bytes);
  const size = [...files.values()].reduce((sum, { length }) => sum + length, 0);
  if (files.size > MAX_PACKAGE_FILES) throw refused(path, `there are more than ${MAX_PACKAGE_FILES} files`);
  if (size > MAX_PACKAGE_BYTES)
    throw refused(path, `all files together exceed ${MAX_PACKAGE_BYTES / 1e6} MB`);
}

export const refused = (path: string, why: string): MemoryError =>
  new MemoryError(
    "invalid-skill",
    `Nothing was imported: ${path}: ${why}. Remove it from the package and import again.`,
  );

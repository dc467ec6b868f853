import { createHash } from "node:crypto";
import { mkdir, open, readdir, readFile, rename, rm, stat, utimes } from "node:fs/promises";
import { join } from "node:path";
import { writeFileAtomically } from "@genericagent/tools";
import type { FileImage } from "./file-image.js";

/** Larger files are named in the journal, but their bytes are not kept. */
const MAX_FILE_BYTES = 16 * 1024 * 1024;
/** What all kept images together may take; the oldest go first. */
const MAX_TOTAL_BYTES = 512 * 1024 * 1024;

/** Files as they were before and after a change, kept by their content in a folder of the data home. */
export class FileImages {
  #folder: string;
  #maxFileBytes: number;
  #maxTotalBytes: number;

  constructor(folder: string, { maxFileBytes = MAX_FILE_BYTES, maxTotalBytes = MAX_TOTAL_BYTES } = {}) {
    this.#folder = folder;
    this.#maxFileBytes = maxFileBytes;
    this.#maxTotalBytes = maxTotalBytes;
  }

  /** How the file stands, without keeping it. What is no regular file counts as one that cannot be kept. */
  async look(path: string): Promise<FileImage> {
    return (await this.#read(path)).image;
  }

  /** How the file stands, with its bytes kept where they are few enough. */
  async keep(path: string): Promise<FileImage> {
    const { image, bytes } = await this.#read(path);
    if (!bytes || !image.hash) return image;
    await this.#store(image.hash, bytes);
    return { ...image, kept: true };
  }

  /** Whether `restore` would find what it needs. */
  async has(image: FileImage): Promise<boolean> {
    if (!image.hash) return true;
    return image.kept === true && (await stat(this.#place(image.hash)).catch(() => undefined)) !== undefined;
  }

  /** Brings the file back as it was, byte for byte; one that did not exist is removed. */
  async restore({ path, hash, mode }: FileImage): Promise<void> {
    if (!hash) return rm(path, { force: true });
    const exists = (await stat(path).catch(() => undefined)) !== undefined;
    await writeFileAtomically(path, [await readFile(this.#place(hash))]);
    if (exists || mode === undefined) return;
    const file = await open(path, "r");
    await file.chmod(mode).finally(() => file.close());
  }

  async #read(path: string): Promise<{ image: FileImage; bytes?: Buffer }> {
    const stats = await stat(path).catch(() => undefined);
    if (!stats) return { image: { path } };
    const { size } = stats;
    const mode = stats.mode & 0o7777;
    if (!stats.isFile() || size > this.#maxFileBytes)
      return { image: { path, size, mode, hash: `unread:${size}:${stats.mtimeMs}` } };
    const bytes = await readFile(path);
    const hash = createHash("sha256").update(bytes).digest("hex");
    return { image: { path, size: bytes.length, mode, hash }, bytes };
  }

  async #store(hash: string, bytes: Buffer): Promise<void> {
    const place = this.#place(hash);
    const now = new Date();
    if (await utimes(place, now, now).then(yes, no)) return;
    await mkdir(this.#folder, { recursive: true, mode: 0o700 });
    await this.#makeRoom(bytes.length);
    const temporary = `${place}.${process.pid}.tmp`;
    const file = await open(temporary, "w", 0o600);
    await file.writeFile(bytes).finally(() => file.close());
    await rename(temporary, place);
  }

  async #makeRoom(bytes: number): Promise<void> {
    const names = await readdir(this.#folder);
    const files = await Promise.all(
      names.map(async (name) => {
        const path = join(this.#folder, name);
        const { size = 0, mtimeMs = 0 } = (await stat(path).catch(() => undefined)) ?? {};
        return { path, size, mtimeMs };
      }),
    );
    let total = files.reduce((sum, { size }) => sum + size, bytes);
    for (const { path, size } of files.sort((a, b) => a.mtimeMs - b.mtimeMs)) {
      if (total <= this.#maxTotalBytes) return;
      await rm(path, { force: true });
      total -= size;
    }
  }

  #place(hash: string): string {
    return join(this.#folder, hash);
  }
}

const yes = () => true;
const no = () => false;

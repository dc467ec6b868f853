import { mkdir, readFile, rename, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { gunzip, gzip } from "node:zlib";

const compress = promisify(gzip);
const expand = promisify(gunzip);

/** Whole contents by their version, for what is too long for a line of the journal. */
export class Blobs {
  readonly #dir: string;

  constructor(ownDir: string) {
    this.#dir = join(ownDir, "blobs");
  }

  async put(version: string, content: Uint8Array): Promise<void> {
    const path = this.#path(version);
    if (await stat(path).catch(() => undefined)) return;
    await mkdir(this.#dir, { recursive: true });
    await writeFile(`${path}.new`, await compress(content), { flush: true });
    await rename(`${path}.new`, path);
  }

  /** `undefined` where it is missing or damaged. */
  get(version: string): Promise<Buffer | undefined> {
    return readFile(this.#path(version))
      .then(expand)
      .catch(() => undefined);
  }

  #path = (version: string): string => join(this.#dir, `${version}.gz`);
}

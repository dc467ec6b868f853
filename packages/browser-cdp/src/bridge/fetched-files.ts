import { existsSync } from "node:fs";
import { copyFile, mkdir, rename, rm } from "node:fs/promises";
import { basename, extname, join } from "node:path";
import type { SavedFile } from "./wire.js";

/** An announced download is forgotten after so many others: not every one ends in a file. */
const MAX_EXPECTED = 100;

/**
 * Copies what attached tabs download to a folder of ours. The browser lets no extension choose the folder, so the
 * file is first saved where the user's own downloads go, and stays there too.
 */
export class FetchedFiles {
  #folder: string | undefined;
  /** By address: the name that the page gave the file. Downloads that no tab of ours announced are the user's own. */
  readonly #expected = new Map<string, string>();

  async keepIn(folder: string): Promise<void> {
    await mkdir(folder, { recursive: true });
    this.#folder = folder;
  }

  expect({ url, suggestedFilename }: { url: string; suggestedFilename: string }): void {
    this.#expected.set(url, suggestedFilename);
    const [oldest] = this.#expected.keys();
    if (this.#expected.size > MAX_EXPECTED && oldest !== undefined) this.#expected.delete(oldest);
  }

  /** A file that is whole. What was not expected, or cannot be read, is left alone. */
  async take({ url, path }: SavedFile): Promise<void> {
    const name = this.#expected.get(url);
    if (name === undefined || !this.#folder) return;
    this.#expected.delete(url);
    const beside = join(this.#folder, `.${process.pid}-${Date.now()}.part`);
    try {
      await copyFile(path, beside);
      await rename(beside, await freePath(this.#folder, basename(name)));
    } catch {
      await rm(beside, { force: true });
    }
  }
}

/** `report.pdf`, or `report (1).pdf` where that is taken, as browsers count. */
async function freePath(folder: string, name: string): Promise<string> {
  const extension = extname(name);
  const stem = basename(name, extension);
  for (let count = 0; ; count++) {
    const path = join(folder, count === 0 ? name : `${stem} (${count})${extension}`);
    if (!existsSync(path)) return path;
  }
}

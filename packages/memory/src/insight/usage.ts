import { mkdir, readFile, rename, writeFile } from "node:fs/promises";
import { join } from "node:path";

/** How often each pointer was used, in a side file: losing it costs an order of lines, no memory. */
export class Usage {
  readonly #path: string;
  #counts: Record<string, number> = {};

  constructor(ownDir: string) {
    this.#path = join(ownDir, "usage.json");
  }

  async load(): Promise<void> {
    try {
      const counts: unknown = JSON.parse(await readFile(this.#path, "utf8"));
      if (typeof counts === "object" && counts !== null) this.#counts = counts as Record<string, number>;
    } catch {
      this.#counts = {};
    }
  }

  of = (name: string): number => (Object.hasOwn(this.#counts, name) ? Number(this.#counts[name]) || 0 : 0);

  /** Call it under the lock: it reads, counts and writes. */
  async add(names: readonly string[]): Promise<void> {
    await this.load();
    for (const name of names) this.#counts[name] = this.of(name) + 1;
    await mkdir(join(this.#path, ".."), { recursive: true });
    await writeFile(`${this.#path}.new`, JSON.stringify(this.#counts));
    await rename(`${this.#path}.new`, this.#path);
  }
}

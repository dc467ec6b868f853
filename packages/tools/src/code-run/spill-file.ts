import { closeSync, mkdirSync, mkdtempSync, openSync, writeSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { errorMessage } from "@genericagent/core-loop";

/** A spill file holds this much at most: `yes` would fill any disk. */
const SPILL_MAX_BYTES = 64 * 1024 * 1024;

/** The whole of an output that is too long for the context. Its own failures never end what it records. */
export class SpillFile {
  /** Undefined where no file could be made. */
  path: string | undefined;
  /** Why the file does not hold everything, where it does not. */
  problem: string | undefined;
  #file: number | undefined;
  #bytes = 0;

  constructor(folderOf: () => string, tool = "code_run") {
    this.#attempt(() => {
      const folder = folderOf();
      mkdirSync(folder, { recursive: true });
      for (let number = 1; this.#file === undefined; number++) {
        const path = join(folder, `${tool}-${number}.txt`);
        this.#file = openNew(path);
        if (this.#file !== undefined) this.path = path;
      }
    });
  }

  write(text: string): void {
    if (this.problem || this.#file === undefined) return;
    const bytes = Buffer.from(text);
    const room = SPILL_MAX_BYTES - this.#bytes;
    this.#attempt(() => {
      // A disk that is nearly full takes a part and says nothing.
      for (let at = 0, end = Math.min(room, bytes.length); at < end; ) {
        const written = writeSync(this.#file!, bytes, at, end - at);
        at += written;
        this.#bytes += written;
      }
    });
    if (bytes.length > room) this.problem ??= `only the first ${SPILL_MAX_BYTES / 1024 / 1024} MB`;
  }

  close(): void {
    if (this.#file !== undefined) closeSync(this.#file);
    this.#file = undefined;
  }

  #attempt(action: () => void): void {
    try {
      action();
    } catch (error) {
      this.problem = `incomplete (${errorMessage(error)})`;
    }
  }
}

/** Other runs may use the same folder: a name that is taken is theirs. */
function openNew(path: string): number | undefined {
  try {
    return openSync(path, "wx", 0o600);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "EEXIST") return undefined;
    throw error;
  }
}

/** The folder for spill files, made when it is first needed. */
export function spillFolder(given: string | undefined): () => string {
  let folder = given;
  return () => (folder ??= mkdtempSync(join(tmpdir(), "genericagent-")));
}

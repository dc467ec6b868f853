import { readFile } from "node:fs/promises";
import { errorMessage } from "@genericagent/core-loop";
import { ReflectError } from "../reflect-error.js";
import { writeFileAtomically } from "./write-file-atomically.js";

/** A small JSON file that outlives its process; replaced as a whole. */
export class StateFile<T> {
  readonly path: string;

  constructor(path: string) {
    this.path = path;
  }

  /** `undefined` when there is none. @throws ReflectError `invalid-options` when it is no JSON. */
  async read(): Promise<T | undefined> {
    const text = await readFile(this.path, "utf8").catch((error: NodeJS.ErrnoException) => {
      if (error.code === "ENOENT") return undefined;
      throw this.#broken(error);
    });
    if (text === undefined) return undefined;
    try {
      return JSON.parse(text.replace(/^\uFEFF/, "")) as T;
    } catch (error) {
      throw this.#broken(error);
    }
  }

  write(state: T): Promise<void> {
    return writeFileAtomically(this.path, `${JSON.stringify(state, null, 2)}\n`);
  }

  #broken(error: unknown): ReflectError {
    const message = `Cannot read ${this.path}: ${errorMessage(error)}. Mend it or delete it.`;
    return new ReflectError("invalid-options", message, error);
  }
}

import { mkdirSync, renameSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Spill } from "@genericagent/context";

/**
 * Writes texts that leave the context into a folder, for the owner's eyes only, and gives the path that the model
 * can read. A file is whole or not there; where nothing can be written the text is cut without a pointer.
 */
export const spillToFolder =
  (folder: string): Spill =>
  (name, text) => {
    const path = join(folder, name);
    try {
      mkdirSync(folder, { recursive: true });
      writeFileSync(`${path}.tmp`, text, { mode: 0o600 });
      renameSync(`${path}.tmp`, path);
      return path;
    } catch {
      return undefined;
    }
  };

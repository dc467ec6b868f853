import { stat } from "node:fs/promises";
import type { MemoryPort } from "../memory-port.js";
import { ToolRefusal } from "../tool-refusal.js";
import type { FileBytes } from "./bytes-of-file.js";
import { versionOf } from "./file-version.js";
import type { Target } from "./open-target.js";
import type { SeenFiles } from "./seen-files.js";

export interface MemoryFile {
  /** Relative to the memory folder. */
  path: string;
  /** Where it lies. */
  real: string;
  old: FileBytes | undefined;
}

/** A file of the memory: what a tool makes of it goes through the memory's door. */
export const memoryTarget = (
  file: MemoryFile,
  memory: MemoryPort,
  seen: SeenFiles,
  action: string,
): Target => ({
  old: file.old,
  async replace(parts, codec) {
    const { path, real, old } = file;
    const text = textOf(Buffer.concat(parts), path);
    const before = old && Buffer.concat([old.bom, old.body]);
    await memory.write({ path, text, before, by: action === "patch" ? "file_patch" : "file_write" });
    const stats = await stat(real, { bigint: true }).catch(() => undefined);
    if (stats) seen.remember(real, versionOf(stats), codec);
  },
});

function textOf(bytes: Buffer, path: string): string {
  try {
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch (error) {
    throw new ToolRefusal(`Not written: ${path}: memory holds UTF-8 text only.`, error);
  }
}

import { stat } from "node:fs/promises";
import type { ToolPorts } from "../tool-ports.js";
import { ToolRefusal } from "../tool-refusal.js";
import { askedCodec, bytesOfFile, type FileBytes } from "./bytes-of-file.js";
import { versionOf } from "./file-version.js";
import { realPathOf } from "./is-inside.js";
import { memoryTarget } from "./memory-target.js";
import { pathInMemory } from "./path-in-memory.js";
import { requireStoredFile } from "./require-regular-file.js";
import { requireRoot } from "./require-root.js";
import type { SeenFiles } from "./seen-files.js";
import { showPath } from "./show-path.js";
import type { TextCodec } from "./text-codec.js";
import { writeFileAtomically } from "./write-file-atomically.js";

/** A file that is about to be changed. */
export interface Target {
  /** Undefined where there is no such file yet. */
  old: FileBytes | undefined;
  /** Writes the new content, unless somebody has changed the file since it was opened. */
  replace(parts: readonly Buffer[], codec: TextCodec): Promise<void>;
}

export interface TargetOptions {
  ports: ToolPorts;
  seen: SeenFiles;
  /** That of the file, where the call names it. */
  encoding: string | undefined;
}

/** Opens a file for a change: inside the roots, as the run has last seen it, in the encoding it was shown in. */
export async function openTarget(
  path: string,
  action: string,
  { ports, seen, encoding }: TargetOptions,
): Promise<Target> {
  const real = await realPathOf(path);
  const inMemory = ports.memory && (await pathInMemory(ports.memory.dir, real));
  if (inMemory === undefined) await requireRoot(real, ports.roots, action);
  requireStoredFile(real, action);
  const codec = (await askedCodec(encoding)) ?? seen.codecOf(real);
  const old = await bytesOfFile(real, action, codec).catch((error: NodeJS.ErrnoException) => {
    if (error.code === "ENOENT") return undefined;
    throw error;
  });
  if (old) seen.requireCurrent(real, old.version, action);
  if (inMemory !== undefined) return memoryTarget({ path: inMemory, real, old }, ports.memory!, seen, action);

  const requireSame = async (): Promise<void> => {
    const stats = await stat(real, { bigint: true }).catch(() => undefined);
    if ((stats && versionOf(stats)) !== old?.version)
      throw new ToolRefusal(
        `Cannot ${action} ${showPath(path)}: somebody else changed it in this moment. Nothing was changed by you. Read it again first.`,
      );
  };
  return {
    old,
    replace: async (parts, codec) =>
      seen.remember(real, await writeFileAtomically(real, parts, requireSame), codec),
  };
}

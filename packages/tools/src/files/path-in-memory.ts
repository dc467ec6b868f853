import { stat } from "node:fs/promises";
import { dirname, relative, sep } from "node:path";

/**
 * A real path below the memory folder, with `/`; `undefined` when it lies elsewhere. Folders are compared by what
 * they are, not by how they are written, so that neither case nor another mount leads past.
 */
export async function pathInMemory(dir: string, real: string): Promise<string | undefined> {
  const memory = await identityOf(dir);
  if (memory === undefined) return undefined;
  for (let folder = dirname(real); ; folder = dirname(folder)) {
    if ((await identityOf(folder)) === memory) return relative(folder, real).split(sep).join("/");
    if (dirname(folder) === folder) return undefined;
  }
}

async function identityOf(folder: string): Promise<string | undefined> {
  const stats = await stat(folder, { bigint: true }).catch(() => undefined);
  return stats && `${stats.dev}:${stats.ino}`;
}

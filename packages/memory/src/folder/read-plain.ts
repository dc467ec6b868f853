import { lstat, readFile, realpath } from "node:fs/promises";
import { join } from "node:path";

/**
 * The bytes of a plain file below a folder. A link in its way, a pipe or a folder in its place is no file of the
 * memory: reading it could lead anywhere, or wait for ever.
 *
 * @param path relative to the folder, with `/`
 * @throws the error of the disk, unless it is that there is no such file
 */
export async function readPlain(dir: string, path: string): Promise<Buffer | undefined> {
  try {
    const place = join(await realpath(dir), path);
    const isPlain = (await lstat(place)).isFile() && (await realpath(place)) === place;
    return isPlain ? await readFile(place) : undefined;
  } catch (error) {
    if (["ENOENT", "ENOTDIR", "ELOOP"].includes((error as NodeJS.ErrnoException).code ?? ""))
      return undefined;
    throw error;
  }
}

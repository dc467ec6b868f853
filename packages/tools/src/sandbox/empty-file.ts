import { closeSync, existsSync, mkdtempSync, openSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

let path: string | undefined;

/**
 * Path of a file with nothing in it, for the life of this process. `/dev/null` will not do: behind a wall it may not
 * be opened as a device, and programs take a missing permission worse than an empty file.
 */
export function emptyFile(): string {
  if (path && existsSync(path)) return path;
  const folder = mkdtempSync(join(tmpdir(), "ga-empty-"));
  process.once("exit", () => rmSync(folder, { recursive: true, force: true }));
  path = join(folder, "empty");
  closeSync(openSync(path, "w", 0o444));
  return path;
}

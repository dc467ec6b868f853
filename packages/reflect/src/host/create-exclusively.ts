import { randomBytes } from "node:crypto";
import { link, mkdir, rm, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";

/** Systems of files that know no hard links. */
const NO_LINKS = new Set(["EPERM", "ENOTSUP", "EOPNOTSUPP", "ENOSYS", "EXDEV"]);

/**
 * Makes a file with its content, of many processes in one only. Nobody sees it empty, where the file system has hard
 * links; else the content follows an instant later.
 *
 * @returns `false` when there is such a file
 */
export async function createExclusively(path: string, text: string): Promise<boolean> {
  const folder = dirname(path);
  await mkdir(folder, { recursive: true });
  const temporary = join(folder, `.${randomBytes(6).toString("hex")}.tmp`);
  try {
    await writeFile(temporary, text, { flag: "wx", mode: 0o600 });
    await link(temporary, path);
    return true;
  } catch (error) {
    const { code = "" } = error as NodeJS.ErrnoException;
    if (code === "EEXIST") return false;
    if (!NO_LINKS.has(code)) throw error;
    return createPlainly(path, text);
  } finally {
    await rm(temporary, { force: true }).catch(() => {});
  }
}

async function createPlainly(path: string, text: string): Promise<boolean> {
  try {
    await writeFile(path, text, { flag: "wx", mode: 0o600 });
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "EEXIST") return false;
    throw error;
  }
}

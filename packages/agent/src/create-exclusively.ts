import { randomBytes } from "node:crypto";
import { link, rm, writeFile } from "node:fs/promises";

/** Systems of files that know no hard links. */
const NO_LINKS = new Set(["EPERM", "ENOTSUP", "EOPNOTSUPP", "ENOSYS", "EXDEV"]);
const MINE = { flag: "wx", mode: 0o600 };

/**
 * Makes a file with its content, of many processes in one only. Nobody sees it empty, where the file system has hard
 * links; else the content follows an instant later.
 *
 * @returns `false` when there is such a file
 */
export async function createExclusively(path: string, text: string): Promise<boolean> {
  const beside = `${path}.${randomBytes(6).toString("hex")}.tmp`;
  try {
    await writeFile(beside, text, MINE);
    await link(beside, path);
    return true;
  } catch (error) {
    const { code = "" } = error as NodeJS.ErrnoException;
    if (code === "EEXIST") return false;
    if (!NO_LINKS.has(code)) throw error;
    return await createPlainly(path, text);
  } finally {
    await rm(beside, { force: true }).catch(() => {});
  }
}

async function createPlainly(path: string, text: string): Promise<boolean> {
  try {
    await writeFile(path, text, MINE);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "EEXIST") return false;
    throw error;
  }
}

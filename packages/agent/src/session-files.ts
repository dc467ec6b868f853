import { readdir, readFile, rename, rm, stat, writeFile } from "node:fs/promises";
import { promisify } from "node:util";
import { gunzip, gzip } from "node:zlib";

export const JOURNAL_SUFFIX = ".jsonl";
/** Of a journal that has ended and was compressed. */
const COMPRESSED_SUFFIX = ".jsonl.gz";

const compress = promisify(gzip);
const expand = promisify(gunzip);

/** The text of a journal, compressed or not. @throws the system's error, `ENOENT` where there is neither. */
export async function readSessionText(journal: string): Promise<string> {
  try {
    return await readFile(journal, "utf8");
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "ENOENT") throw error;
    const packed = await readFile(`${journal}.gz`).catch(() => undefined);
    if (!packed) throw error;
    return (await expand(packed)).toString("utf8");
  }
}

/** Ids of the journals in a folder, latest first. */
export async function sessionIdsIn(folder: string): Promise<string[]> {
  const names = await readdir(folder).catch((): string[] => []);
  const ids = names.flatMap((name) => {
    const suffix = [COMPRESSED_SUFFIX, JOURNAL_SUFFIX].find((each) => name.endsWith(each));
    return suffix ? [name.slice(0, -suffix.length)] : [];
  });
  return [...new Set(ids)].sort().reverse();
}

/** Takes the place of the journal by its compressed form. A kill in between leaves both, of which the plain one counts. */
export async function compressSession(journal: string): Promise<{ before: number; after: number }> {
  const content = await readFile(journal);
  const packed = await compress(content, { level: 9 });
  await writeFile(`${journal}.gz.new`, packed, { mode: 0o600, flush: true });
  await rename(`${journal}.gz.new`, `${journal}.gz`);
  await rm(journal);
  return { before: content.length, after: packed.length };
}

/** A journal that is written on is plain. */
export async function expandSession(journal: string): Promise<void> {
  const packed = `${journal}.gz`;
  if (!(await stat(packed).catch(() => undefined))) return;
  if (!(await stat(journal).catch(() => undefined))) {
    await writeFile(`${journal}.new`, await expand(await readFile(packed)), { mode: 0o600, flush: true });
    await rename(`${journal}.new`, journal);
  }
  await rm(packed);
}

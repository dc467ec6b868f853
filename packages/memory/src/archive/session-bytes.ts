import { open, readdir, readFile, stat } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { gunzip } from "node:zlib";

const expand = promisify(gunzip);

/** A journal in the archive. */
export interface SessionFile {
  id: string;
  path: string;
  isCompressed: boolean;
  /** Of its text. */
  bytes: number;
}

/** The journals of a folder, by id. Where both forms are there, the plain one counts. */
export async function sessionFiles(dir: string): Promise<Map<string, SessionFile>> {
  const files = new Map<string, SessionFile>();
  const names = await readdir(dir).catch((): string[] => []);
  for (const name of names.filter((each) => /\.jsonl(\.gz)?$/.test(each))) {
    const isCompressed = name.endsWith(".gz");
    const id = name.replace(/\.jsonl(\.gz)?$/, "");
    if (isCompressed && files.has(id) && !files.get(id)!.isCompressed) continue;
    const path = join(dir, name);
    const bytes = await (isCompressed ? expandedBytes(path) : stat(path).then(({ size }) => size)).catch(
      () => -1,
    );
    if (bytes >= 0) files.set(id, { id, path, isCompressed, bytes });
  }
  return files;
}

/** The last four bytes of a gzip file say how long its text is. */
async function expandedBytes(path: string): Promise<number> {
  const file = await open(path, "r");
  try {
    const { size } = await file.stat();
    const tail = Buffer.alloc(4);
    await file.read(tail, 0, 4, Math.max(0, size - 4));
    return tail.readUInt32LE();
  } finally {
    await file.close();
  }
}

export async function readSession({ path, isCompressed }: SessionFile): Promise<Buffer> {
  const content = await readFile(path);
  return isCompressed ? expand(content) : content;
}

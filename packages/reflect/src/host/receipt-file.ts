import { mkdir, open, readFile, rename, stat } from "node:fs/promises";
import { dirname } from "node:path";
import type { Receipt } from "./receipt-history.js";

/** A file that outgrows this becomes the older half; the half before it goes. */
const MAX_BYTES = 1_000_000;

/** One line, on the disk when this returns. A line that a kill has cut does not swallow this one. */
export async function appendLine(path: string, line: string): Promise<void> {
  await mkdir(dirname(path), { recursive: true });
  const file = await open(path, "a+", 0o600);
  let size: number;
  try {
    size = (await file.stat()).size;
    const last = Buffer.alloc(1);
    if (size > 0) await file.read(last, 0, 1, size - 1);
    const torn = size > 0 && last.toString() !== "\n";
    await file.appendFile(`${torn ? "\n" : ""}${line}\n`);
    await file.datasync();
  } finally {
    await file.close();
  }
  if (size > MAX_BYTES) await rename(path, older(path));
}

/** Both halves, oldest first; lines that are no receipt are passed over. */
export async function readLines(path: string): Promise<Receipt[]> {
  const halves = await Promise.all([older(path), path].map((half) => readFile(half, "utf8").catch(() => "")));
  return halves.flatMap((half) => half.split("\n")).flatMap(parse);
}

/** Changes whenever a line was added or the halves moved on. */
export async function versionOf(path: string): Promise<string> {
  const halves = await Promise.all([older(path), path].map((half) => stat(half).catch(() => undefined)));
  return halves.map((half) => (half ? `${half.ino}-${half.size}-${half.mtimeMs}` : "none")).join(" ");
}

const older = (path: string): string => path.replace(/\.jsonl$/, ".1.jsonl");

function parse(line: string): Receipt[] {
  if (line === "") return [];
  try {
    const receipt = JSON.parse(line) as Receipt;
    return typeof receipt === "object" && receipt !== null && "type" in receipt ? [receipt] : [];
  } catch {
    return [];
  }
}

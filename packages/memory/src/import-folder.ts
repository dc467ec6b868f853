import { readdir, readFile, stat } from "node:fs/promises";
import { join } from "node:path";
import { factsOf } from "./facts.js";
import { memoryFiles } from "./folder/memory-files.js";
import { placeOf } from "./folder/memory-path.js";
import { MAX_FILE_BYTES } from "./guard/layer-may-be-written.js";
import { secretIn } from "./guard/no-secrets.js";
import { FILES, layerOf } from "./layers.js";
import type { Memory } from "./memory.js";
import { MemoryError } from "./memory-error.js";
import type { FileWrite } from "./memory-store.js";
import { textOfBytes } from "./text-of-bytes.js";

export interface ImportReport {
  copied: string[];
  /** Files that were left out, each with the reason. */
  left: { path: string; why: string }[];
  /** Entries of L2 and files of L3 that came without a proof. */
  unproven: string[];
}

/**
 * Copies a memory folder, such as one of GenericAgent (Python), into this one, as one change that can be undone. What
 * is here already stays: entries of L2 are added to it, other files of the same name are left out and named.
 *
 * @throws MemoryError `invalid-options` when there is no such folder
 */
export async function importFolder(memory: Memory, from: string, by: string): Promise<ImportReport> {
  if (!(await stat(from).catch(() => undefined))?.isDirectory())
    throw new MemoryError("invalid-options", `Cannot import ${from}: there is no such folder.`);
  const report: ImportReport = { copied: [], left: [], unproven: [] };
  if ((await readdir(join(from, FILES.sessions)).catch(() => [])).length > 0)
    report.left.push({ path: FILES.sessions, why: "sessions stay where they were recorded" });
  await memory.store.alone(async (commit) => {
    const writes: FileWrite[] = [];
    for (const { path, stats } of await memoryFiles(from)) {
      const write = await writeFor(memory, join(from, path), path, stats.size).catch(
        (error: Error) => error.message,
      );
      if (typeof write === "string") report.left.push({ path, why: write });
      else if (write) writes.push(write);
    }
    if (writes.length > 0) await commit(writes, { by });
    for (const { path, after } of writes) {
      report.copied.push(path);
      report.unproven.push(...claimsIn(path, after));
    }
  });
  if (report.copied.length > 0) await memory.syncIndex(by);
  return report;
}

/** The reason as a text when the file is not taken; `undefined` when there is nothing to do. */
async function writeFor(
  memory: Memory,
  source: string,
  path: string,
  size: number,
): Promise<FileWrite | string | undefined> {
  const layer = layerOf(path);
  if (layer === "L0") return "the rules of this folder stay";
  if (layer === "record" || layer === "paged") return "it is made anew here";
  if (size > MAX_FILE_BYTES) return `it has ${Math.round(size / 1024 / 1024)} MB, more than memory takes`;
  await placeOf(memory.dir, path);
  const content = await readFile(source);
  const text = textOfBytes(content);
  const line = (text ?? "").split("\n").findIndex((each) => secretIn(each));
  if (line >= 0) return `line ${line + 1} looks like ${secretIn(text!.split("\n")[line]!)}`;
  const before = await memory.store.bytes(path);
  if (!before) return { path, before: undefined, after: content };
  if (before.equals(content)) return undefined;
  const merged = mergedText(layer, textOfBytes(before), text);
  if (merged === undefined) return "there is another file of this name";
  return merged === textOfBytes(before) ? undefined : { path, before, after: Buffer.from(merged) };
}

/** New entries of L2 below what is there, new lines of L1 after the own ones. */
function mergedText(layer: string, own: string | undefined, other: string | undefined): string | undefined {
  if (own === undefined || other === undefined) return undefined;
  if (layer === "L1")
    return withLines(
      own,
      other.split(/\r?\n/).filter((line) => line.trim() !== "" && !own.includes(line)),
    );
  if (layer !== "L2") return undefined;
  const known = new Set(factsOf(own).map(({ key }) => key));
  const added = factsOf(other).filter(({ key }) => !known.has(key));
  const sections = [...new Set(added.map(({ section }) => section))];
  return withLines(
    own,
    sections.flatMap((section) => [
      "",
      `## [${section || "IMPORTED"}]`,
      ...added.filter((fact) => fact.section === section).map(({ text }) => text),
    ]),
  );
}

const withLines = (text: string, lines: readonly string[]): string =>
  lines.length === 0 ? text : `${text.replace(/\n*$/, "\n")}${lines.join("\n")}\n`;

function claimsIn(path: string, after: Buffer | undefined): string[] {
  if (layerOf(path) === "L3") return [path];
  if (path !== FILES.facts || !after) return [];
  return factsOf(textOfBytes(after) ?? "").map(({ text }) => `${path}: ${text.split("\n", 1)[0]}`);
}

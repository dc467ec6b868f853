import { lstat, mkdir, rename, rm, stat, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { versionOf } from "../content-version.js";
import { unsealed } from "../journal/sealed-line.js";
import { FILES } from "../layers.js";
import { markOf, type Seen } from "../outside-changes.js";
import { memoryEntries } from "./memory-files.js";
import { readPlain } from "./read-plain.js";

/** The host's records: lines are only ever added, each with its sum. */
const RECORDS = [`${FILES.own}/changes.jsonl`, `${FILES.own}/skill_runs.jsonl`] as const;
/** Made of the files alone: removed rather than believed. */
const CACHE = `${FILES.own}/index/skills.json`;
/** A memory is far smaller; above this only the journal is relied on. */
const MAX_BYTES = 64 * 1024 * 1024;

/**
 * What a folder holds before a command that no wall keeps out: with it everything can be put back, also where the
 * command has removed the journal or the whole folder.
 */
export class FolderCopy {
  readonly seen: Seen = {};
  /** What was no plain file then already: the user's, and left alone. */
  readonly links = new Set<string>();
  readonly #contents = new Map<string, Buffer>();
  readonly #records = new Map<string, Buffer | undefined>();
  #cacheMark = "";

  private constructor(readonly dir: string) {}

  /** @param last an earlier copy: what did not change since is not read again */
  static async take(dir: string, last?: FolderCopy): Promise<FolderCopy> {
    const copy = new FolderCopy(dir);
    for (const path of RECORDS) {
      const content = await readPlain(dir, path);
      if (content || !(await isThere(join(dir, path)))) copy.#records.set(path, content);
    }
    copy.#cacheMark = await markAt(dir, CACHE);
    let room = MAX_BYTES;
    for (const { path, stats } of await memoryEntries(dir)) {
      if (!stats.isFile()) copy.links.add(path);
      room -= stats.size;
      if (room < 0 || !stats.isFile()) continue;
      const mark = markOf(stats);
      const known = last?.seen[path];
      const kept = known?.[0] === mark ? last?.contentOf(known[1]) : undefined;
      const content = kept ?? (await readPlain(dir, path).catch(() => undefined));
      if (content) copy.#keep(path, mark, content, kept && known?.[1]);
    }
    return copy;
  }

  #keep(path: string, mark: string, content: Buffer, version = versionOf(content)): void {
    this.seen[path] = [mark, version];
    this.#contents.set(version, content);
  }

  contentOf = (version: string): Buffer | undefined => this.#contents.get(version);

  /** Puts the host's records back, without losing what other processes wrote meanwhile. @returns those that were touched */
  async restoreRecords(): Promise<string[]> {
    const touched: string[] = [];
    for (const [path, before] of this.#records) {
      const place = join(this.dir, path);
      const now = await readPlain(this.dir, path).catch(() => undefined);
      if (!now && !before && !(await isThere(place))) continue;
      const mended = now ? mendedRecord(before, now) : before;
      if (mended === "untouched") continue;
      await replace(place, mended);
      touched.push(path);
    }
    if ((await markAt(this.dir, CACHE)) !== this.#cacheMark)
      await rm(join(this.dir, CACHE), { recursive: true, force: true }).catch(() => {});
    return touched;
  }
}

/** `untouched` where nothing was done to it but that sealed lines were added; `undefined` is no file. */
function mendedRecord(before: Buffer | undefined, now: Buffer): Buffer | undefined | "untouched" {
  const start = before ?? Buffer.alloc(0);
  const isKept = now.subarray(0, start.length).equals(start);
  const rest = (isKept ? now.subarray(start.length) : now).toString("utf8").split("\n");
  const old = new Set(isKept ? [] : start.toString("utf8").split("\n"));
  const added = rest.filter((line) => line !== "" && !old.has(line));
  const sealed = added.filter((line) => unsealed(line)?.isSealed);
  if (isKept && sealed.length === added.length) return "untouched";
  if (!before && sealed.length === 0) return undefined;
  const end = start.length > 0 && start.at(-1) !== 10 ? ["\n"] : [];
  return Buffer.concat([start, Buffer.from([...end, ...sealed.map((line) => `${line}\n`)].join(""))]);
}

/** The record that is there goes only when the new one is whole, so a kill leaves the one or the other. */
async function replace(place: string, content: Buffer | undefined): Promise<void> {
  const remove = () => rm(place, { recursive: true, force: true });
  if (!content) return remove();
  const whole = `${place}.${process.pid}.new`;
  await mkdir(dirname(place), { recursive: true, mode: 0o700 });
  await writeFile(whole, content, { mode: 0o600, flush: true });
  // Only a folder, which a command put in its place, cannot be renamed over.
  await rename(whole, place).catch(async () => {
    await remove();
    await rename(whole, place);
  });
}

/** Also what is no plain file. */
const isThere = (place: string): Promise<boolean> =>
  lstat(place).then(
    () => true,
    () => false,
  );

const markAt = (dir: string, path: string): Promise<string> => stat(join(dir, path)).then(markOf, () => "");

import { mkdir, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { versionOf } from "./content-version.js";
import { unwritable, withMemoryLock } from "./folder/memory-lock.js";
import { readPlain } from "./folder/read-plain.js";
import { type FileToWrite, stageFiles, sweepStaged } from "./folder/staged-files.js";
import { Blobs } from "./journal/blobs.js";
import type { ChangeEntry, FileChange } from "./journal/change-entry.js";
import { ChangeJournal } from "./journal/change-journal.js";
import { contentAfter } from "./journal/content-at.js";
import { patchBetween } from "./journal/text-patch.js";
import { FILES } from "./layers.js";
import { MemoryError } from "./memory-error.js";
import { textOfBytes } from "./text-of-bytes.js";

export interface FileWrite {
  path: string;
  before: Buffer | undefined;
  after: Buffer | undefined;
  /** Version before, where that content is at hand no more. */
  from?: string;
}

/** What stands in the journal's line besides the files. */
export type ChangeNote = Omit<ChangeEntry, "n" | "at" | "files">;

/** A longer stretch goes into a file of its own. */
const MAX_PATCH_CHARS = 32 * 1024;
/** Contents above this are no memory; of those that others put here, only the hash is kept. */
const MAX_KEPT_BYTES = 16 * 1024 * 1024;

/**
 * Files and journal as one: a change is staged, written to the journal, then put in place. What a kill leaves
 * between the last two steps is finished by the next one who takes the lock. It judges nothing.
 */
export class MemoryStore {
  readonly dir: string;
  readonly ownDir: string;
  readonly journal: ChangeJournal;
  readonly blobs: Blobs;
  readonly #now: () => Date;
  /** The last change known to be in place. */
  #settled = 0;

  constructor(dir: string, now: () => Date = () => new Date()) {
    this.dir = dir;
    this.ownDir = join(dir, FILES.own);
    this.journal = new ChangeJournal(this.ownDir);
    this.blobs = new Blobs(this.ownDir);
    this.#now = now;
  }

  /** Makes the folder where it is missing. */
  async prepare(): Promise<void> {
    try {
      await mkdir(this.ownDir, { recursive: true, mode: 0o700 });
      const ignore = join(this.ownDir, ".gitignore");
      if (!(await stat(ignore).catch(() => undefined)))
        await writeFile(ignore, "staged/\nlock/\nseen.json\nindex/\n");
    } catch (error) {
      throw unwritable(this.dir, error);
    }
  }

  /**
   * Runs work that may `commit`, alone and on what is true now.
   *
   * @param before done first, before the journal is read
   */
  alone<T>(work: (commit: Commit) => Promise<T>, before?: () => Promise<void>): Promise<T> {
    return withMemoryLock(this.ownDir, async (holds) => {
      await before?.();
      await this.#catchUp();
      return work((writes, note) => {
        if (!holds())
          throw new MemoryError(
            "memory-folder",
            "Not written: this process stood still for too long and lost the lock. Try again.",
          );
        return this.#commit(writes, note);
      });
    });
  }

  bytes(path: string): Promise<Buffer | undefined> {
    return readPlain(this.dir, path).catch((error: NodeJS.ErrnoException) => {
      throw new MemoryError("memory-folder", `Cannot read ${join(this.dir, path)}: ${error.message}.`, error);
    });
  }

  async #commit(writes: readonly FileWrite[], note: ChangeNote): Promise<ChangeEntry> {
    const files = await Promise.all(writes.map((write) => this.#describe(write)));
    const entry: ChangeEntry = { n: this.journal.next, at: this.#now().toISOString(), ...note, files };
    try {
      const staged = await stageFiles(this.ownDir, note.outside ? [] : writes.map(this.#toWrite));
      await this.journal.append(entry).catch(async (error) => {
        await staged.discard();
        throw error;
      });
      await staged.commit().catch((error) => this.#takeBack(entry, writes, error));
    } catch (error) {
      throw error instanceof MemoryError ? error : unwritable(this.dir, error);
    }
    this.#settled = entry.n;
    return entry;
  }

  #toWrite = ({ path, after }: FileWrite): FileToWrite => ({ place: join(this.dir, path), content: after });

  async #describe({ path, before, after, from }: FileWrite): Promise<FileChange> {
    const change: FileChange = {
      path,
      from: before ? versionOf(before) : (from ?? null),
      to: after ? versionOf(after) : null,
    };
    if (!after) return change;
    const old = before ? textOfBytes(before) : from === undefined ? "" : undefined;
    const text = textOfBytes(after);
    const patch = old !== undefined && text !== undefined ? patchBetween(old, text) : undefined;
    if (patch && patch.added.length + patch.removed.length <= MAX_PATCH_CHARS) return { ...change, patch };
    if (after.length > MAX_KEPT_BYTES) return change;
    await this.blobs.put(change.to!, after);
    return { ...change, blob: true };
  }

  /** The journal says what did not happen: it gets the opposite, and what was put in place is put back. */
  async #takeBack(entry: ChangeEntry, writes: readonly FileWrite[], error: unknown): Promise<never> {
    const back = writes.map(({ path, before, after }) => ({ path, before: after, after: before }));
    const files = await Promise.all(back.map((write) => this.#describe(write)));
    await this.journal.append({ n: this.journal.next, at: entry.at, by: entry.by, undoes: entry.n, files });
    const staged = await stageFiles(this.ownDir, back.map(this.#toWrite));
    await staged.commit().catch(() => {});
    throw error;
  }

  /** Reads what others did, and finishes what a killed writer had only announced. */
  async #catchUp(): Promise<void> {
    await this.journal.refresh();
    const { last } = this.journal;
    if (!last || last.n === this.#settled) return;
    await sweepStaged(this.ownDir);
    if (!last.outside) await this.#finish(last);
    this.#settled = last.n;
  }

  async #finish(entry: ChangeEntry): Promise<void> {
    const missing: FileToWrite[] = [];
    for (const file of entry.files) {
      const now = await this.bytes(file.path);
      const version = now ? versionOf(now) : null;
      if (version === file.to || version !== file.from) continue;
      const content = await contentAfter(file, now, this.blobs);
      if (content !== "lost") missing.push({ place: join(this.dir, file.path), content });
    }
    if (missing.length > 0) await (await stageFiles(this.ownDir, missing)).commit();
  }
}

/** Writes one change; its files must be as the journal last knew them. */
export type Commit = (writes: readonly FileWrite[], note: ChangeNote) => Promise<ChangeEntry>;

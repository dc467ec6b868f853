import { createReadStream } from "node:fs";
import { type FileHandle, open, stat } from "node:fs/promises";
import { dirname, join } from "node:path";
import type { ChangeEntry } from "./change-entry.js";
import { SealedReader, sealedLine } from "./sealed-line.js";

/** What the journal says about a file: its version after the last change, and that change's number. */
export interface Head {
  version: string | null;
  n: number;
}

/**
 * The append-only record of all changes, one JSON line each. A line is written before the files it changes, so the
 * journal is the truth and the folder follows it.
 */
export class ChangeJournal {
  readonly path: string;
  /** By path. */
  readonly heads = new Map<string, Head>();
  /**
   * Lines that cannot be read or that the door did not write, counted from 1, except a last one that was cut: its
   * change was never made.
   */
  readonly damaged: number[] = [];
  last: ChangeEntry | undefined;
  #reader = new SealedReader();
  #size = 0;
  #lines = 0;

  constructor(ownDir: string) {
    this.path = join(ownDir, "changes.jsonl");
  }

  /** Reads what was appended since, by whomever. */
  async refresh(onEntry?: (entry: ChangeEntry) => void): Promise<void> {
    const size = (await stat(this.path).catch(() => undefined))?.size ?? 0;
    if (size < this.#size) this.forget();
    if (size === this.#size) return;
    let rest: Buffer = Buffer.alloc(0);
    for await (const chunk of createReadStream(this.path, { start: this.#size, end: size - 1 })) {
      rest = rest.length > 0 ? Buffer.concat([rest, chunk as Buffer]) : (chunk as Buffer);
      let start = 0;
      for (let end = rest.indexOf(10); end >= 0; end = rest.indexOf(10, start)) {
        this.#take(rest.toString("utf8", start, end), onEntry);
        start = end + 1;
      }
      this.#size += start;
      rest = rest.subarray(start);
    }
  }

  /** Number of the change that comes next. */
  get next(): number {
    return Math.max(this.#lines, this.last?.n ?? 0) + 1;
  }

  /** All readable changes, oldest first. */
  async entries(): Promise<ChangeEntry[]> {
    const entries: ChangeEntry[] = [];
    const whole = new ChangeJournal(dirname(this.path));
    await whole.refresh((entry) => entries.push(entry));
    return entries;
  }

  /**
   * Appends a change under the lock and waits until it is on the disk. A tail without an end, left by a killed
   * writer, is cut off first; so is what a full disk left of this line.
   */
  async append(entry: ChangeEntry): Promise<void> {
    const file = await open(this.path, "a", 0o600);
    try {
      await file.truncate(this.#size);
      await this.#appendOrCut(file, `${sealedLine(entry)}\n`);
    } finally {
      await file.close();
    }
    await this.refresh();
  }

  async #appendOrCut(file: FileHandle, line: string): Promise<void> {
    try {
      await file.appendFile(line);
      await file.datasync();
    } catch (error) {
      await file.truncate(this.#size).catch(() => {});
      throw error;
    }
  }

  #take(line: string, onEntry?: (entry: ChangeEntry) => void): void {
    this.#lines++;
    const entry = entryIn(this.#reader.read(line));
    if (!entry || entry.n <= (this.last?.n ?? 0)) return void this.damaged.push(this.#lines);
    for (const { path, to } of entry.files) this.heads.set(path, { version: to, n: entry.n });
    this.last = entry;
    onEntry?.(entry);
  }

  /** Reads everything again the next time. */
  forget(): void {
    this.heads.clear();
    this.damaged.length = 0;
    this.last = undefined;
    this.#reader = new SealedReader();
    this.#size = 0;
    this.#lines = 0;
  }
}

function entryIn(value: unknown): ChangeEntry | undefined {
  const entry = value as Partial<ChangeEntry> | null | undefined;
  return Number.isInteger(entry?.n) && Array.isArray(entry?.files) ? (entry as ChangeEntry) : undefined;
}

import { randomBytes } from "node:crypto";
import { type FileHandle, lstat, mkdir, open, readFile, rename, rm, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { SecretMask } from "@genericagent/tools";
import { AgentError } from "./agent-error.js";
import { Conversation } from "./conversation.js";
import { dataHomePaths } from "./find-data-home.js";
import type { JournalEntry } from "./journal-entry.js";
import { lockFile, type Release } from "./lock-file.js";
import { expandSession, JOURNAL_SUFFIX, readSessionText, sessionIdsIn } from "./session-files.js";

/** A new id: sorts by time, random at the end. */
export function newSessionId(now = new Date()): string {
  const stamp = now.toISOString().replace(/\D/g, "").slice(0, 14);
  return `${stamp.slice(0, 8)}-${stamp.slice(8)}-${randomBytes(3).toString("hex")}`;
}

export const journalPath = (dataHome: string, id: string): string =>
  join(dataHomePaths(dataHome).sessions, `${id}${JOURNAL_SUFFIX}`);

/** The append-only record of one session. What `append` returned for is on the disk's way and survives a kill. */
export class Journal {
  readonly path: string;
  #file: FileHandle;
  #mask: SecretMask;
  #release: Release;
  /** Lines are written one after another, whoever appends. */
  #last: Promise<unknown> = Promise.resolve();
  /** What was appended since the file was last guarded. */
  #added: Buffer[] | undefined;

  private constructor(path: string, file: FileHandle, mask: SecretMask, release: Release) {
    this.path = path;
    this.#file = file;
    this.#mask = mask;
    this.#release = release;
  }

  /**
   * Opens or creates the journal and holds it for this process; what `mask` knows never reaches the file.
   *
   * @throws AgentError `data-home` when the folder cannot be written, `busy` when another process has the session.
   */
  static async open(dataHome: string, id: string, mask = new SecretMask()): Promise<Journal> {
    const path = journalPath(dataHome, id);
    try {
      await mkdir(dataHomePaths(dataHome).sessions, { recursive: true });
      const release = await lockFile(path);
      const file = await openPlain(path).catch((error) => {
        release();
        throw error;
      });
      const journal = new Journal(path, file, mask, release);
      await journal.#endTornLine();
      return journal;
    } catch (error) {
      if (error instanceof AgentError) throw error;
      throw new AgentError(
        "data-home",
        `Cannot write the session journal ${path}: ${(error as Error).message}. Set GA_HOME to a folder you can write.`,
        error,
      );
    }
  }

  /** @throws AgentError `journal`, for example when the disk is full: a run must not go on unrecorded. */
  async append(entry: JournalEntry): Promise<void> {
    const writing = this.#last.then(() => this.#write(entry));
    this.#last = writing.catch(() => {});
    try {
      await writing;
    } catch (error) {
      const why = (error as Error).message;
      throw new AgentError(
        "journal",
        `Cannot write ${this.path}: ${why}. Free some space, then: ga resume`,
        error,
      );
    }
  }

  /**
   * Keeps what is written so far, before something runs that could change the file.
   *
   * @returns puts the file back as it must be; `true` when that was needed
   */
  async guard(): Promise<() => Promise<boolean>> {
    await this.#last;
    const kept = await readFile(this.path);
    const added: Buffer[] = [];
    this.#added = added;
    return () => {
      const restoring = this.#last.then(() => this.#restore(Buffer.concat([kept, ...added])));
      this.#last = restoring.catch(() => {});
      return restoring;
    };
  }

  async #restore(content: Buffer): Promise<boolean> {
    const [own, there] = [await this.#file.stat(), await lstat(this.path).catch(() => undefined)];
    if (there?.ino === own.ino && there.isFile() && (await readFile(this.path)).equals(content)) return false;
    const fresh = `${this.path}.${process.pid}.new`;
    await mkdir(dirname(this.path), { recursive: true });
    await rm(this.path, { recursive: true, force: true });
    await writeFile(fresh, content, { mode: 0o600, flush: true });
    await rename(fresh, this.path);
    const old = this.#file;
    this.#file = await open(this.path, "a+", 0o600);
    await old.close();
    return true;
  }

  async #write(entry: JournalEntry): Promise<void> {
    const line = Buffer.from(`${this.#mask.mask(JSON.stringify(entry))}\n`);
    await this.#file.appendFile(line);
    this.#added?.push(line);
    if (entry.type === "turn-end" || entry.type === "run-end") await this.#file.datasync();
  }

  async close(): Promise<void> {
    await this.#last;
    await this.#file.close();
    this.#release();
  }

  /** A line cut by a kill must not swallow the next one. */
  async #endTornLine(): Promise<void> {
    const { size } = await this.#file.stat();
    if (size === 0) return;
    const last = Buffer.alloc(1);
    await this.#file.read(last, 0, 1, size - 1);
    if (last.toString() !== "\n") await this.#file.appendFile("\n");
  }
}

async function openPlain(path: string): Promise<FileHandle> {
  await expandSession(path);
  return open(path, "a+", 0o600);
}

export interface ReadJournal {
  conversation: Conversation;
  /** Lines that are no JSON, counted from 1: cut by a kill or damaged. They are passed over. */
  unreadable: number[];
}

/** @throws AgentError `unknown-session`, naming the sessions there are. */
export async function readJournal(dataHome: string, id: string): Promise<ReadJournal> {
  const conversation = new Conversation();
  const unreadable: number[] = [];
  for (const entry of entriesIn(await readLines(dataHome, id), unreadable)) conversation.apply(entry);
  return { conversation, unreadable };
}

/**
 * The entries of a session's journal, in order.
 *
 * @param unreadable gets the numbers of the lines that are passed over
 */
export async function* readEntries(
  dataHome: string,
  id: string,
  unreadable: number[] = [],
): AsyncGenerator<JournalEntry, void, void> {
  yield* entriesIn(await readLines(dataHome, id), unreadable);
}

const readLines = (dataHome: string, id: string): Promise<string> =>
  readSessionText(journalPath(dataHome, id)).catch(async (error: NodeJS.ErrnoException) => {
    const known = (await listSessions(dataHome)).slice(0, 5).join(", ") || "none";
    const why = error.code === "ENOENT" ? "there is no such session" : error.message;
    throw new AgentError("unknown-session", `Cannot open session "${id}": ${why}. Latest: ${known}.`, error);
  });

/** Without a promise for each: a long session has tens of thousands. */
function* entriesIn(lines: string, unreadable: number[]): Generator<JournalEntry, void, void> {
  let start = 0;
  for (let number = 1; start < lines.length; number++) {
    const end = lines.indexOf("\n", start);
    const line = end < 0 ? lines.slice(start) : lines.slice(start, end);
    start = end < 0 ? lines.length : end + 1;
    if (line === "") continue;
    const entry = parseEntry(line);
    if (entry) yield entry;
    else unreadable.push(number);
  }
}

/** Ids of the journalled sessions, latest first; compressed ones too. */
export const listSessions = (dataHome: string): Promise<string[]> =>
  sessionIdsIn(dataHomePaths(dataHome).sessions);

function parseEntry(line: string): JournalEntry | undefined {
  try {
    return JSON.parse(line) as JournalEntry;
  } catch {
    return undefined;
  }
}

import { randomBytes } from "node:crypto";
import { mkdir, readdir, readFile, rename, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { withMemoryLock } from "../folder/memory-lock.js";
import { SPEAKERS, scanLine } from "./line-scanner.js";
import { SegmentBuilder } from "./segment-builder.js";
import { type OpenSegment, openSegment, writeSegment } from "./segment-file.js";
import { readSession, type SessionFile, sessionFiles } from "./session-bytes.js";
import { TokenScanner } from "./token-scanner.js";

/** What a run of `sync` did. */
export interface SyncReport {
  /** Of journals that were read. */
  bytes: number;
  /** Lines that can be found now and could not before. */
  lines: number;
  /** What was found damaged and made anew. */
  problems: string[];
}

/** Grows by one whenever journals are read in another way. */
const FORMAT = 2;
/** Journal text in one segment: bounds the memory that building takes. */
const SEGMENT_BYTES = 32 * 1024 * 1024;
/** So many segments smaller than a quarter of that are put together. */
const MAX_SMALL = 6;

/**
 * The full-text index of the session journals: segments of typed arrays, made from the journals alone and made anew
 * wherever one is missing or damaged. Only the dictionary and the line table are in memory; lists are read as asked.
 */
export class ArchiveIndex {
  readonly sessionsDir: string;
  readonly segments = new Map<string, OpenSegment>();
  readonly #dir: string;

  private constructor(sessionsDir: string, dir: string) {
    this.sessionsDir = sessionsDir;
    this.#dir = dir;
  }

  /** Opens what there is; `sync` brings it up to date. */
  static async open(sessionsDir: string, indexDir: string): Promise<ArchiveIndex> {
    const index = new ArchiveIndex(sessionsDir, indexDir);
    await index.#load();
    return index;
  }

  get lines(): number {
    return [...this.segments.values()].reduce((sum, { offsets }) => sum + offsets.length, 0);
  }

  /** Indexes what was appended to the journals since, whoever did it. */
  async sync(): Promise<SyncReport> {
    await mkdir(this.#dir, { recursive: true });
    return withMemoryLock(this.#dir, async () => {
      const problems = await this.#load();
      const files = await sessionFiles(this.sessionsDir);
      await this.#dropChanged(files);
      const before = this.lines;
      const bytes = await this.#index(files);
      if ((await this.#mergeSmall(files)) || bytes > 0 || problems.length > 0) await this.#save();
      return { bytes, lines: this.lines - before, problems };
    });
  }

  async close(): Promise<void> {
    for (const { file } of this.segments.values()) await file.close();
    this.segments.clear();
  }

  async #load(): Promise<string[]> {
    const named = await this.#manifest();
    const problems: string[] = [];
    for (const name of [...this.segments.keys()].filter((each) => !named.includes(each)))
      await this.#drop(name);
    for (const name of named.filter((each) => !this.segments.has(each))) {
      const segment = await openSegment(join(this.#dir, name));
      if (segment) this.segments.set(name, segment);
      else problems.push(`the index ${name} was damaged; it is made anew from the journals`);
    }
    return problems;
  }

  async #manifest(): Promise<string[]> {
    try {
      const { format, segments } = JSON.parse(await readFile(join(this.#dir, "manifest.json"), "utf8"));
      return format === FORMAT && Array.isArray(segments)
        ? segments.filter((name) => /^[\w-]+\.seg$/.test(name))
        : [];
    } catch {
      return [];
    }
  }

  async #save(): Promise<void> {
    const path = join(this.#dir, "manifest.json");
    const segments = [...this.segments.keys()];
    await writeFile(`${path}.new`, JSON.stringify({ format: FORMAT, segments }));
    await rename(`${path}.new`, path);
    for (const name of await readdir(this.#dir))
      if (/\.seg(\.new)?$/.test(name) && !this.segments.has(name))
        await rm(join(this.#dir, name), { force: true });
  }

  /** A journal that is shorter than what was indexed is another one. */
  async #dropChanged(files: ReadonlyMap<string, SessionFile>): Promise<void> {
    for (const [name, { sessions }] of this.segments)
      if (sessions.some(({ id, to }) => files.has(id) && files.get(id)!.bytes < to)) await this.#drop(name);
  }

  async #drop(name: string): Promise<void> {
    await this.segments.get(name)?.file.close();
    this.segments.delete(name);
  }

  async #index(files: ReadonlyMap<string, SessionFile>): Promise<number> {
    const done = new Map<string, number>();
    for (const { sessions } of this.segments.values())
      for (const { id, to } of sessions) done.set(id, Math.max(to, done.get(id) ?? 0));
    const builder = new Rolling((segment) => this.#add(segment));
    const grown = [...files.values()].filter(({ id, bytes }) => bytes > (done.get(id) ?? 0));
    await builder.takeAll(grown, (id) => done.get(id) ?? 0);
    return builder.bytes;
  }

  async #mergeSmall(files: ReadonlyMap<string, SessionFile>): Promise<boolean> {
    const small = [...this.segments].filter(([, segment]) => bytesIn(segment) < SEGMENT_BYTES / 4);
    if (small.length <= MAX_SMALL) return false;
    const ids = new Set(small.flatMap(([, { sessions }]) => sessions.map(({ id }) => id)));
    // A session that also lies in a large segment keeps what is there.
    const kept = new Map<string, number>();
    for (const [name, { sessions }] of this.segments)
      if (!small.some(([each]) => each === name))
        for (const { id, to } of sessions) kept.set(id, Math.max(to, kept.get(id) ?? 0));
    for (const [name] of small) await this.#drop(name);
    const builder = new Rolling((segment) => this.#add(segment));
    await builder.takeAll(
      [...ids].flatMap((id) => files.get(id) ?? []),
      (id) => kept.get(id) ?? 0,
    );
    return true;
  }

  async #add(builder: SegmentBuilder): Promise<void> {
    const name = `${randomBytes(6).toString("hex")}.seg`;
    await writeSegment(join(this.#dir, name), builder.build());
    const segment = await openSegment(join(this.#dir, name));
    if (segment) this.segments.set(name, segment);
  }
}

const bytesIn = ({ sessions }: OpenSegment): number =>
  sessions.reduce((sum, { from, to }) => sum + to - from, 0);

/** Fills one segment after another. */
class Rolling {
  bytes = 0;
  #builder = new SegmentBuilder();
  #filled = 0;
  readonly #tokens = new TokenScanner();
  readonly #done: (builder: SegmentBuilder) => Promise<void>;

  constructor(done: (builder: SegmentBuilder) => Promise<void>) {
    this.#done = done;
  }

  /** Reads the next journal while one is indexed. */
  async takeAll(files: readonly SessionFile[], from: (id: string) => number): Promise<void> {
    const sorted = [...files].sort((a, b) => (a.id < b.id ? -1 : 1));
    const read = (index: number) => {
      const file = sorted[index];
      return file && readSession(file).catch(() => undefined); // gone in this moment, or no gzip
    };
    let next = read(0);
    for (const [index, { id }] of sorted.entries()) {
      const content = await next;
      next = read(index + 1);
      if (content) await this.#take(id, content, from(id));
    }
    await this.flush();
  }

  async #take(id: string, content: Buffer, from: number): Promise<void> {
    const to = content.lastIndexOf(10) + 1;
    if (to <= from) return;
    this.#scan(id, content, from, to);
    this.bytes += to - from;
    this.#filled += to - from;
    if (this.#filled >= SEGMENT_BYTES) await this.flush();
  }

  async flush(): Promise<void> {
    if (this.#builder.sessions.length > 0) await this.#done(this.#builder);
    this.#builder = new SegmentBuilder();
    this.#filled = 0;
  }

  #scan(id: string, content: Buffer, from: number, to: number): void {
    const builder = this.#builder;
    const tokens = this.#tokens;
    const session = { id, at: timeOf(id, content), first: builder.docs, from, to };
    for (
      let start = from, end = content.indexOf(10, from);
      start < to;
      start = end + 1, end = content.indexOf(10, start)
    ) {
      tokens.clear();
      const { speaker, name } = scanLine(content, start, end, tokens);
      if (speaker < 0 || tokens.count === 0) continue;
      const number = name === undefined ? speaker : builder.speakerNumber(name, SPEAKERS.length);
      builder.add(tokens.hashes, tokens.count, start, number);
    }
    builder.sessions.push(session);
  }
}

/** Of the first line that says one, else as the id has it. */
function timeOf(id: string, content: Buffer): string {
  const found = /"at":"([^"]{10,40})"/.exec(content.toString("latin1", 0, 2000))?.[1];
  const stamp = /^(\d{4})(\d\d)(\d\d)/.exec(id);
  return found ?? (stamp ? `${stamp[1]}-${stamp[2]}-${stamp[3]}` : "");
}

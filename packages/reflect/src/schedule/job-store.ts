import { mkdir, readdir, readFile, rm, stat } from "node:fs/promises";
import { join } from "node:path";
import { errorMessage, type JsonObject } from "@genericagent/core-loop";
import { writeFileAtomically } from "../host/write-file-atomically.js";
import { ReflectError } from "../reflect-error.js";
import { readJob, withoutBom } from "./read-job.js";
import type { ScheduleJob } from "./schedule-job.js";

export interface JobList {
  /** By name. */
  jobs: ScheduleJob[];
  /** Files that are no job, each with the reason; the others go on. */
  problems: { name: string; error: ReflectError }[];
}

const SUFFIX = ".json";
/** A name is also the name of files, on every system. */
const NAME = /^[\p{L}\p{N}](?:[\p{L}\p{N}_. -]{0,62}[\p{L}\p{N}_-])?$/u;
/** A job is a few lines; what is larger is something else. */
const MAX_BYTES = 1_000_000;

/** A folder of job files, read anew each time: people edit them with an editor. */
export class JobStore {
  readonly dir: string;

  constructor(dir: string) {
    this.dir = dir;
  }

  async list(): Promise<JobList> {
    const files = await readdir(this.dir).catch(() => []);
    const list: JobList = { jobs: [], problems: [] };
    for (const file of files.filter((name) => name.endsWith(SUFFIX) && !name.startsWith(".")).sort()) {
      const name = file.slice(0, -SUFFIX.length);
      try {
        list.jobs.push(await this.get(name));
      } catch (error) {
        if (!(error instanceof ReflectError)) throw error;
        list.problems.push({ name, error });
      }
    }
    return list;
  }

  /** @throws ReflectError `unknown-job`, `invalid-job`. */
  async get(name: string): Promise<ScheduleJob> {
    const { text, changed } = await this.#read(name);
    return readJob(name, text, changed);
  }

  /**
   * Writes a job file, once it is known to be right. An old one is replaced only on request; its other fields and its
   * byte order mark stay.
   *
   * @throws ReflectError `invalid-job`, `invalid-options` when there is such a job.
   */
  async add(name: string, fields: JsonObject, { replace = false } = {}): Promise<ScheduleJob> {
    checkName(name);
    const old = await this.#read(name).catch(() => undefined);
    if (old && !replace)
      throw new ReflectError(
        "invalid-options",
        `There is a job "${name}" already. Change it with --replace, or take another name.`,
      );
    const kept = old ? (parseObject(old.text) ?? {}) : {};
    const text = `${JSON.stringify({ ...kept, ...fields }, null, 2)}\n`;
    const job = readJob(name, text, Date.now());
    const bom = old?.text.startsWith("\uFEFF") ? "\uFEFF" : "";
    await mkdir(this.dir, { recursive: true });
    await writeFileAtomically(this.#path(name), bom + text);
    return job;
  }

  /** The job goes, its receipts stay. @throws ReflectError `unknown-job`. */
  async remove(name: string): Promise<void> {
    await this.#read(name);
    await rm(this.#path(name));
  }

  async #read(name: string): Promise<{ text: string; changed: number }> {
    const path = this.#path(name);
    checkName(name);
    try {
      const { mtimeMs, size } = await stat(path);
      if (size > MAX_BYTES)
        throw new ReflectError("invalid-job", `Job "${name}" cannot be read: ${path} has ${size} bytes.`);
      return { text: await readText(path), changed: Math.floor(mtimeMs) };
    } catch (error) {
      if (error instanceof ReflectError) throw error;
      const missing = (error as NodeJS.ErrnoException).code === "ENOENT";
      const code = missing ? "unknown-job" : "invalid-job";
      const why = missing
        ? `There is no job "${name}" in ${this.dir}`
        : `Job "${name}" cannot be read: ${errorMessage(error)}`;
      throw new ReflectError(code, `${why}.`, error);
    }
  }

  #path(name: string): string {
    return join(this.dir, name + SUFFIX);
  }
}

function checkName(name: string): void {
  if (NAME.test(name)) return;
  const message = `"${name}" is no name for a job: take letters, digits, spaces, "-", "_" and ".", 64 at most.`;
  throw new ReflectError("invalid-job", message);
}

/** Windows' Notepad and PowerShell write UTF-16 too; its mark says so. */
async function readText(path: string): Promise<string> {
  const bytes = await readFile(path);
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return bytes.toString("utf16le");
  return bytes.toString("utf8");
}

function parseObject(text: string): JsonObject | undefined {
  try {
    const value: unknown = JSON.parse(withoutBom(text));
    return typeof value === "object" && value !== null ? (value as JsonObject) : undefined;
  } catch {
    return undefined;
  }
}

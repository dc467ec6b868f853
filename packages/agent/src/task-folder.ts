import { randomBytes } from "node:crypto";
import { appendFile, mkdir, readFile, rename, rm, stat } from "node:fs/promises";
import { join } from "node:path";
import { writeFileAtomically } from "@genericagent/tools";
import { AgentError } from "./agent-error.js";
import { isMissing } from "./find-data-home.js";
import { lockFile, type Release } from "./lock-file.js";

/** The files by which a task is talked to, named as in GenericAgent. */
const INPUT = "input.txt";
const REPLY = "reply.txt";
/** What others leave for the running task; each is taken once. */
export type Note = "_stop" | "_keyinfo" | "_intervene" | typeof REPLY;

export const ROUND_END = "[ROUND END]";
/** A file younger than this may still be written. */
const SETTLED_MS = 60;
const NAME = /^[A-Za-z0-9_][\w.-]{0,63}$/;

/** `task.json`: how a task stands. */
export interface TaskState {
  /** Random, one for each start. */
  id: string;
  pid: number;
  session?: string;
  /** Counted from 0: its output is `output.txt`, then `output1.txt`, `output2.txt` … */
  round: number;
  status: "running" | "waiting" | "ended";
}

/** The folder of one long-lived task, held by one process. */
export class TaskFolder {
  #release: Release;

  private constructor(
    readonly path: string,
    release: Release,
    /** How an earlier process left it. */
    readonly earlier: TaskState | undefined,
  ) {
    this.#release = release;
  }

  /**
   * Opens or makes `name` below `parent`; without a name a random one that is nobody else's.
   *
   * @throws AgentError `invalid-options` for a bad name or a task that has run already, `busy` where it runs now.
   */
  static async open(parent: string, name: string, { resume = false } = {}): Promise<TaskFolder> {
    const path = taskPath(parent, name);
    await mkdir(path, { recursive: true });
    const release = await lockFile(join(path, "task.json"), "task");
    const earlier = await readState(path);
    const refuse = (why: string) => {
      release();
      return new AgentError("invalid-options", why);
    };
    if (earlier && !resume)
      throw refuse(`Task "${name}" has run already: ${path}. Take another name, or go on with it: --resume`);
    if (!earlier && resume) throw refuse(`There is no task "${name}" to resume in ${parent}.`);
    return new TaskFolder(path, release, earlier);
  }

  async readInput(): Promise<string | undefined> {
    return readText(join(this.path, INPUT));
  }

  async writeInput(text: string): Promise<void> {
    await writeFileAtomically(join(this.path, INPUT), [text]);
  }

  /** Takes a note: whoever renames it first has it, so it is acted on once. */
  async take(note: Note): Promise<string | undefined> {
    const path = join(this.path, note);
    const stats = await stat(path).catch(() => undefined);
    if (!stats?.isFile() || Date.now() - stats.mtimeMs < SETTLED_MS) return undefined;
    const taken = join(this.path, `.taken-${randomBytes(4).toString("hex")}`);
    try {
      await rename(path, taken);
    } catch {
      return undefined;
    }
    const text = await readFile(taken, "utf8");
    await rm(taken, { force: true });
    return text.replace(/^\uFEFF/, "").trim();
  }

  async begin(round: number): Promise<void> {
    await writeFileAtomically(this.#output(round), [""]);
  }

  async append(round: number, text: string): Promise<void> {
    await appendFile(this.#output(round), text);
  }

  async writeState(state: Omit<TaskState, "pid">): Promise<void> {
    const all: TaskState = { ...state, pid: process.pid };
    await writeFileAtomically(join(this.path, "task.json"), [`${JSON.stringify(all)}\n`]);
  }

  close(): void {
    this.#release();
  }

  #output(round: number): string {
    return join(this.path, `output${round || ""}.txt`);
  }
}

/** @throws AgentError `invalid-options` for a name that is no plain folder name. */
export function taskPath(parent: string, name: string): string {
  if (NAME.test(name)) return join(parent, name);
  throw new AgentError(
    "invalid-options",
    `"${name}" cannot name a task: use up to 64 letters, digits, dots and dashes.`,
  );
}

/** A random name whose folder this call has made. */
export async function newTaskName(parent: string): Promise<string> {
  await mkdir(parent, { recursive: true });
  for (;;) {
    const name = `task-${randomBytes(5).toString("hex")}`;
    try {
      await mkdir(join(parent, name));
      return name;
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error;
    }
  }
}

const readState = async (path: string): Promise<TaskState | undefined> => {
  const text = await readText(join(path, "task.json"));
  return text === undefined ? undefined : (JSON.parse(text) as TaskState);
};

const readText = (path: string): Promise<string | undefined> =>
  readFile(path, "utf8").catch((error: NodeJS.ErrnoException) => {
    if (isMissing(error)) return undefined;
    throw error;
  });

import { createHash } from "node:crypto";
import { openSync } from "node:fs";
import { mkdir, readdir, readFile, rename, rm, stat } from "node:fs/promises";
import { join } from "node:path";
import { emptyUsage } from "@genericagent/core-loop";
import { writeFileAtomically } from "@genericagent/tools";
import { AgentError } from "../agent-error.js";
import { holderOf, isAlive, lockFile, type Release, takeLock } from "../lock-file.js";
import type { JobResult } from "./conductor-options.js";

interface ResultFile {
  reason: string;
  text?: string;
  turns?: number;
  usage?: JobResult["usage"];
  costUsd?: number;
  why?: string;
  error?: JobResult["error"];
}

/** The files of one job. They outlive the parent: whoever opens the folder again finds what is done. */
export class JobFolder {
  readonly path: string;

  constructor(
    parent: string,
    readonly id: string,
  ) {
    this.path = join(parent, id);
  }

  /** The same prompt under the same key is the same job. */
  static idOf(key: string, prompt: string): string {
    const name = key.replace(/[^A-Za-z0-9_-]/g, "_").slice(0, 40);
    return `${name}-${createHash("sha256").update(`${key}\0${prompt}`).digest("hex").slice(0, 12)}`;
  }

  static async list(parent: string): Promise<JobFolder[]> {
    const names = await readdir(parent, { withFileTypes: true }).catch(() => []);
    return names.filter((entry) => entry.isDirectory()).map(({ name }) => new JobFolder(parent, name));
  }

  get prompt(): string {
    return join(this.path, "prompt.txt");
  }

  /** The sub-agent's own data home: its memory and its journal. */
  get home(): string {
    return join(this.path, "home");
  }

  get log(): string {
    return join(this.path, "log.txt");
  }

  async create(prompt: string): Promise<void> {
    await mkdir(this.home, { recursive: true });
    if ((await readText(this.prompt)) !== prompt) await writeFileAtomically(this.prompt, [prompt]);
  }

  openLog(): number {
    return openSync(this.log, "a", 0o600);
  }

  /** The last lines that its process printed. */
  async logTail(): Promise<string> {
    return ((await readText(this.log)) ?? "").trim().slice(-400);
  }

  async result(): Promise<JobResult | undefined> {
    const text = await readText(this.#result);
    if (text === undefined) return undefined;
    const {
      reason,
      turns = 0,
      usage = emptyUsage(),
      costUsd,
      why,
      error,
      ...rest
    } = JSON.parse(text) as ResultFile;
    const failed = error ?? { code: reason, message: why ?? `The sub-agent ended with: ${reason}.` };
    return {
      ...{ id: this.id, folder: this.path, status: reason === "done" ? "done" : "failed" },
      ...{ text: rest.text ?? "", turns, usage },
      ...(costUsd !== undefined && { costUsd }),
      ...(reason !== "done" && { error: failed }),
    };
  }

  /** For a job whose process left none. */
  async writeFailure(message: string): Promise<void> {
    const result: ResultFile = { reason: "failed", error: { code: "sub-agent", message } };
    await writeFileAtomically(this.#result, [`${JSON.stringify(result)}\n`]);
  }

  /** Forgets a failure, so that the job can be done again. */
  async clearResult(): Promise<void> {
    for (const path of [this.#result, this.#claim, this.#delivered]) await rm(path, { force: true });
  }

  /** Makes this parent the one that begins the job; `undefined` where a living one has it. */
  async own(): Promise<Release | undefined> {
    try {
      return await lockFile(this.#parent, "job");
    } catch (error) {
      if (error instanceof AgentError) return undefined;
      throw error;
    }
  }

  /** Whether a parent or a worker has the job now. */
  get isTaken(): boolean {
    return isAlive(holderOf(`${this.#parent}.lock`)) || this.worker() !== undefined;
  }

  /** The process that works on it, also one that another parent has started. */
  worker(): number | undefined {
    const pid = holderOf(`${this.prompt}.lock`);
    return isAlive(pid) ? pid : undefined;
  }

  /** Takes the right to hand the result over; false where it was or is being handed over. */
  async claim(): Promise<boolean> {
    if (!(await takeLock(this.#claim))) return false;
    if (!(await stat(this.#delivered).catch(() => undefined))) return true;
    await rm(this.#claim, { force: true }); // it was handed over meanwhile
    return false;
  }

  /** Whoever asked has the result. */
  async markDelivered(): Promise<void> {
    await rename(this.#claim, this.#delivered);
  }

  get #parent(): string {
    return join(this.path, "parent");
  }

  get #result(): string {
    return join(this.path, "prompt.result.json");
  }

  get #claim(): string {
    return join(this.path, "claimed");
  }

  get #delivered(): string {
    return join(this.path, "delivered");
  }
}

const readText = (path: string): Promise<string | undefined> => readFile(path, "utf8").catch(() => undefined);

import { createHash } from "node:crypto";
import { readdir, readFile, rm, stat } from "node:fs/promises";
import { join, relative, sep } from "node:path";
import { errorMessage, type JsonObject } from "@genericagent/core-loop";
import { ReflectError } from "../reflect-error.js";
import { createExclusively } from "./create-exclusively.js";
import { identityOf, isAlive, type ProcessIdentity } from "./process-identity.js";
import { appendLine, readLines, versionOf } from "./receipt-file.js";
import { foldReceipts, type Receipt, type ReceiptHistory } from "./receipt-history.js";
import type { ReflectTask, TaskOutcome } from "./reflect-task.js";

/** Characters of a run's last words that its receipt keeps. */
const TEXT_CHARS = 2_000;
const ENDED_IN_MIDST = "The host ended during the run; it is not run again.";
const ENDED_BEFORE = "The host ended before the run began; it is not run again.";

/**
 * Receipts of runs: append-only JSON lines, one file for each `from`, written by the host alone. A task id is started
 * at most once, however many hosts there are and however often they crash: the right to start is a file that only one
 * process can create, and the receipts are read again once it is held.
 */
export class Receipts {
  readonly dir: string;
  /** Ends that the disk did not take, to be written before the next line. */
  #owed: { path: string; line: string }[] = [];
  #cache = new Map<string, { version: string; history: ReceiptHistory }>();

  constructor(dir: string) {
    this.dir = dir;
  }

  /** Not to be changed: it is kept until the file changes. */
  async read(from: string): Promise<ReceiptHistory> {
    const version = await versionOf(this.#path(from));
    const cached = this.#cache.get(from);
    if (cached?.version === version) return cached.history;
    const history = foldReceipts(await readLines(this.#path(from)));
    this.#cache.set(from, { version, history });
    return history;
  }

  /** Takes the task for this process. `false`: it has a receipt, or a living process is about to run it. */
  async start(task: ReflectTask, at: number): Promise<boolean> {
    const { id, from, title, details } = task;
    const claim = this.#claim(from, id);
    if (!(await take(claim))) return this.#settleClaim(claim, from, id, at);
    try {
      if ((await this.read(from)).handled.has(id)) {
        await rm(claim, { force: true });
        return false;
      }
      const by = identityOf(process.pid);
      await this.#append(from, { type: "started", id, at: iso(at), title, by, ...(details && { details }) });
      return true;
    } catch (error) {
      await rm(claim, { force: true }).catch(() => {}); // nothing ran
      throw error;
    }
  }

  async end({ id, from }: Pick<ReflectTask, "id" | "from">, outcome: TaskOutcome): Promise<void> {
    const { status, text, tokens, session, why, endedAt } = outcome;
    await this.#append(from, {
      ...{ type: "ended", id, at: iso(endedAt), status },
      ...(text !== "" && { text: text.slice(-TEXT_CHARS) }),
      ...(why && { why }),
      ...(tokens !== undefined && { tokens }),
      ...(session && { session }),
    });
    await rm(this.#claim(from, id), { force: true });
  }

  /** Notes that tasks were not run and never will be. */
  async miss(from: string, ids: string[], at: number, why: string, details?: JsonObject): Promise<void> {
    if (ids.length > 0)
      await this.#append(from, { type: "missed", ids, at: iso(at), why, ...(details && { details }) });
  }

  /** Closes the receipts of runs whose process is gone as failed, and names them. */
  async recover(at: number): Promise<string[]> {
    const recovered: string[] = [];
    for (const from of await this.list()) {
      for (const run of (await this.read(from)).open) {
        if (isAlive(run.by)) continue;
        await this.#fail(from, run.id, at, ENDED_IN_MIDST);
        await rm(this.#claim(from, run.id), { force: true });
        recovered.push(run.id);
      }
    }
    return recovered;
  }

  /** Every `from` that has receipts. */
  async list(): Promise<string[]> {
    const entries = await readdir(this.dir, { recursive: true, withFileTypes: true }).catch(() => []);
    return entries
      .filter((entry) => entry.isFile() && entry.name.endsWith(SUFFIX) && !entry.name.endsWith(`.1${SUFFIX}`))
      .map((entry) => relative(this.dir, join(entry.parentPath, entry.name)))
      .map((path) => path.slice(0, -SUFFIX.length).split(sep).join("/"))
      .sort();
  }

  /** Another process has the right to start. If it died before it used it, that is the end of the task. */
  async #settleClaim(claim: string, from: string, id: string, at: number): Promise<false> {
    const holder = await holderOf(claim);
    if (holder && !isAlive(holder)) {
      if (!(await this.read(from)).handled.has(id)) await this.#fail(from, id, at, ENDED_BEFORE);
      await rm(claim, { force: true });
    }
    return false;
  }

  #fail(from: string, id: string, at: number, why: string): Promise<void> {
    return this.#append(from, { type: "ended", id, at: iso(at), status: "failed", why });
  }

  async #append(from: string, receipt: Receipt): Promise<void> {
    const path = this.#path(from);
    const line = JSON.stringify(receipt);
    try {
      for (let owed = this.#owed[0]; owed; owed = this.#owed[0]) {
        await appendLine(owed.path, owed.line);
        this.#owed.shift();
      }
      await appendLine(path, line);
    } catch (error) {
      if (receipt.type === "ended") this.#owed.push({ path, line });
      const message = `Cannot write the receipt ${path}: ${errorMessage(error)}. Nothing is run without one; free some space or mend the folder.`;
      throw new ReflectError("receipt", message, error);
    }
  }

  #path(from: string): string {
    return join(this.dir, ...from.split("/")) + SUFFIX;
  }

  #claim(from: string, id: string): string {
    const name = createHash("sha256").update(`${from}\n${id}`).digest("hex").slice(0, 32);
    return join(this.dir, ".claims", name);
  }
}

const SUFFIX = ".jsonl";
const iso = (at: number): string => new Date(at).toISOString();

async function take(claim: string): Promise<boolean> {
  try {
    return await createExclusively(claim, JSON.stringify(identityOf(process.pid)));
  } catch (error) {
    const message = `Cannot take a task by ${claim}: ${errorMessage(error)}. Mend the folder.`;
    throw new ReflectError("receipt", message, error);
  }
}

/** How long a claim may lack its holder's name before it counts as left by a kill. */
const UNNAMED_MS = 60_000;

async function holderOf(claim: string): Promise<ProcessIdentity | undefined> {
  try {
    const text = await readFile(claim, "utf8");
    if (text !== "") return JSON.parse(text) as ProcessIdentity;
    return Date.now() - (await stat(claim)).mtimeMs > UNNAMED_MS ? { pid: 0 } : undefined;
  } catch {
    return undefined; // released meanwhile, or half written
  }
}

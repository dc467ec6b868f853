import { randomBytes } from "node:crypto";
import { readFile } from "node:fs/promises";
import { type Clock, systemClock } from "../host/clock.js";
import { appendLine } from "../host/receipt-file.js";
import type { BoardClaim, BoardResult, BoardTask } from "./board-protocol.js";

export interface BoardOptions {
  /** Append-only JSON lines; the next board goes on from them. Default: nothing is kept. */
  journal?: string;
  /** A worker that is not heard of for this long has lost its task. Default 60 s. */
  leaseMs?: number;
  /** Times a task is given out before it counts as failed. Default 3. */
  maxAttempts?: number;
  clock?: Clock;
}

interface Entry extends BoardTask {
  claim?: string;
  leasedUntil?: number;
}

type Line =
  | { type: "posted"; id: string; title: string; prompt: string }
  | { type: "claimed"; id: string; claim: string; worker: string }
  | { type: "result"; id: string; claim: string; result: BoardResult };

/** Tasks for several workers: each is held by one at a time, and has one result. */
export class Board {
  #entries = new Map<string, Entry>();
  #writing: Promise<void> = Promise.resolve();
  #journal: string | undefined;
  #leaseMs: number;
  #maxAttempts: number;
  #clock: Clock;

  private constructor({ journal, leaseMs = 60_000, maxAttempts = 3, clock = systemClock }: BoardOptions) {
    this.#journal = journal;
    this.#leaseMs = leaseMs;
    this.#maxAttempts = maxAttempts;
    this.#clock = clock;
  }

  static async open(options: BoardOptions = {}): Promise<Board> {
    const board = new Board(options);
    const text = options.journal ? await readFile(options.journal, "utf8").catch(() => "") : "";
    for (const line of text.split("\n").flatMap(parse)) board.#apply(line);
    return board;
  }

  list(): BoardTask[] {
    this.#expire();
    return [...this.#entries.values()].map(({ claim: _, leasedUntil: __, ...task }) => task);
  }

  async post(title: string, prompt: string): Promise<string> {
    const id = randomBytes(6).toString("hex");
    await this.#record({ type: "posted", id, title, prompt });
    return id;
  }

  /** The oldest open task, or nothing. */
  async claim(worker: string): Promise<BoardClaim | undefined> {
    this.#expire();
    const entry = [...this.#entries.values()].find(({ state }) => state === "open");
    if (!entry) return undefined;
    const { id, title, prompt } = entry;
    const claim = randomBytes(12).toString("hex");
    await this.#record({ type: "claimed", id, claim, worker });
    return { task: { id, title, prompt }, claim, leaseMs: this.#leaseMs };
  }

  /** `false`: the task is no longer this worker's. A heartbeat that was late is in time while nobody else has it. */
  heartbeat(id: string, claim: string): boolean {
    this.#expire();
    const entry = this.#entries.get(id);
    if (entry?.claim !== claim || (entry.state !== "claimed" && entry.state !== "open")) return false;
    entry.state = "claimed";
    entry.leasedUntil = this.#clock.now() + this.#leaseMs;
    return true;
  }

  /**
   * Takes a result once. The same worker may deliver it again, when it did not hear the answer; a worker that has lost
   * the task is refused. A lapsed lease alone is no loss while nobody else has the task.
   */
  async result(id: string, claim: string, result: BoardResult): Promise<boolean> {
    const entry = this.#entries.get(id);
    if (entry?.claim !== claim) return false;
    if (entry.state === "done" || entry.state === "failed") return entry.result !== undefined;
    await this.#record({ type: "result", id, claim, result });
    return true;
  }

  /** In memory at once, so that no two requests see the same open task; answered when it is on the disk. */
  async #record(line: Line): Promise<void> {
    this.#apply(line);
    const path = this.#journal;
    if (!path) return;
    this.#writing = this.#writing.catch(() => {}).then(() => appendLine(path, JSON.stringify(line)));
    await this.#writing;
  }

  #apply(line: Line): void {
    if (line.type === "posted") {
      const { id, title, prompt } = line;
      this.#entries.set(id, { id, title, prompt, state: "open", attempts: 0 });
      return;
    }
    const entry = this.#entries.get(line.id);
    if (!entry) return;
    if (line.type === "claimed") {
      const leasedUntil = this.#clock.now() + this.#leaseMs;
      const { claim, worker } = line;
      Object.assign(entry, { state: "claimed", claim, worker, leasedUntil, attempts: entry.attempts + 1 });
    } else if (entry.result === undefined) {
      Object.assign(entry, { state: line.result.status, result: line.result });
    }
  }

  #expire(): void {
    const now = this.#clock.now();
    for (const entry of this.#entries.values()) {
      if (entry.state !== "claimed" || (entry.leasedUntil ?? 0) > now) continue;
      entry.state = entry.attempts < this.#maxAttempts ? "open" : "failed";
    }
  }
}

function parse(line: string): Line[] {
  try {
    return line === "" ? [] : [JSON.parse(line) as Line];
  } catch {
    return []; // cut by a kill
  }
}

import { mkdir } from "node:fs/promises";
import { resolve } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import type { Budget } from "../budget.js";
import { Allowance } from "./allowance.js";
import type { ConductorOptions, JobResult, JobState } from "./conductor-options.js";
import { Job } from "./job.js";
import { JobFolder } from "./job-folder.js";
import { JobProcess } from "./job-process.js";
import { reducePrompt } from "./reduce-prompt.js";

export interface DispatchOptions {
  /** The same prompt under the same key is the same job, also for the next process. Default: the prompt alone. */
  key?: string;
}

const POLL_MS = 100;

/**
 * Sub-agents as processes of `ga run --func`, each with a data home of its own. All that matters is in the folder: a
 * parent that is killed finds its finished and its running children again, and every result is handed over once.
 */
export class Conductor {
  #options: ConductorOptions;
  #allowance: Allowance;
  #jobs = new Map<string, Job>();
  #closed = false;
  #change = withResolvers();

  private constructor(
    readonly folder: string,
    options: ConductorOptions,
  ) {
    this.#options = options;
    this.#allowance = new Allowance(options.budget, options.perJob);
  }

  /** Opens or makes the folder, and takes up the jobs that an earlier parent left there. */
  static async open(folder: string, options: ConductorOptions = {}): Promise<Conductor> {
    const path = resolve(folder);
    await mkdir(path, { recursive: true });
    const conductor = new Conductor(path, options);
    for (const job of await JobFolder.list(path)) await conductor.#take(job);
    conductor.#pump();
    return conductor;
  }

  /** Every job of the folder and how it stands. */
  get states(): ReadonlyMap<string, JobState> {
    return new Map([...this.#jobs].map(([id, { state }]) => [id, state]));
  }

  /** Begins a job as soon as there is room; one that is known is not begun again, unless it failed or was skipped. */
  async dispatch(
    prompt: string,
    { key = "job" }: DispatchOptions = {},
  ): Promise<{ id: string; result: Promise<JobResult> }> {
    const folder = new JobFolder(this.folder, JobFolder.idOf(key, prompt));
    const known = this.#jobs.get(folder.id);
    if (known && known.state !== "failed" && known.state !== "skipped") return known;
    if (known) await folder.clearResult();
    await folder.create(prompt);
    const job = await this.#take(folder);
    this.#pump();
    return job;
  }

  /** Each job whenever its state changes, until none is open. */
  async *watch(): AsyncGenerator<{ id: string; state: JobState }, void, void> {
    const seen = new Map<string, JobState>();
    for (;;) {
      const changed = this.#change.promise;
      for (const { id, state } of this.#jobs.values()) {
        if (seen.get(id) === state) continue;
        seen.set(id, state);
        yield { id, state };
      }
      if (![...this.#jobs.values()].some(({ isOpen }) => isOpen)) return;
      await changed;
    }
  }

  /**
   * The results as they come, until no job is open. Each is handed over once, across all processes that collect from
   * this folder; one that was being handed over when its process was killed is handed over again.
   */
  async *collect(): AsyncGenerator<JobResult, void, void> {
    const tried = new Set<Job>();
    for (;;) {
      const changed = this.#change.promise;
      for (const job of [...this.#jobs.values()]) {
        if (job.isOpen || tried.has(job)) continue;
        tried.add(job);
        const result = await job.result;
        if (result.status === "skipped" || !(await job.folder.claim())) continue;
        try {
          yield result;
        } finally {
          await job.folder.markDelivered();
        }
      }
      if ([...this.#jobs.values()].every((job) => tried.has(job))) return;
      await changed;
    }
  }

  /** One job for each input; the results in the order of the inputs. Run again, it begins only what is not done. */
  async map<Input>(
    inputs: readonly Input[],
    promptFor: (input: Input, index: number) => string,
    { key = "map" }: DispatchOptions = {},
  ): Promise<JobResult[]> {
    const jobs: Promise<JobResult>[] = [];
    for (const [index, input] of inputs.entries())
      jobs.push((await this.dispatch(promptFor(input, index), { key: `${key}-${index}` })).result);
    return Promise.all(jobs);
  }

  /** One job that sees the results of others. */
  async reduce(
    results: readonly JobResult[],
    task: string,
    { key = "reduce" }: DispatchOptions = {},
  ): Promise<JobResult> {
    return (await this.dispatch(await reducePrompt(this.folder, results, task), { key })).result;
  }

  /** Ends what runs and begins nothing more. What is done stays in the folder. */
  async close(): Promise<void> {
    this.#closed = true;
    const running = [...this.#jobs.values()].flatMap(({ process }) => process ?? []);
    await Promise.all(running.map((process) => process.kill()));
    for (const job of this.#jobs.values())
      if (job.isOpen) job.skip("aborted", "The conductor was closed before this job had ended.");
    this.#notify();
  }

  async #take(folder: JobFolder): Promise<Job> {
    const job = new Job(folder);
    this.#jobs.set(folder.id, job);
    const result = await folder.result();
    if (result) {
      this.#allowance.settle(result);
      job.end(result);
    }
    return job;
  }

  #pump(): void {
    const { concurrency = 8 } = this.#options;
    const waiting = [...this.#jobs.values()].filter(({ state }) => state === "waiting");
    for (const job of waiting) {
      const free = concurrency - this.#running;
      if (this.#closed || free <= 0) break;
      const cap = this.#allowance.reserve(job.id, free);
      if (cap) void this.#begin(job, cap);
      else if (this.#running === 0) job.skip("budget-spent", "The budget of the conductor is spent.");
    }
    this.#notify();
  }

  get #running(): number {
    return [...this.#jobs.values()].filter(({ state }) => state === "running").length;
  }

  /** One attempt, to its end; a job that another parent has is waited for instead. */
  async #begin(job: Job, cap: Budget): Promise<void> {
    job.state = "running";
    const release = await job.folder.own();
    if (!release) {
      while (!this.#closed && job.folder.isTaken) await sleep(POLL_MS);
      return this.#settle(job, "its other parent gave it up");
    }
    try {
      job.attempts++;
      const worker = job.folder.worker();
      job.process =
        worker === undefined
          ? JobProcess.start(job.folder, this.#options, cap)
          : JobProcess.adopt(worker, job.folder, this.#options);
      const how = await job.process.ended;
      job.process = undefined;
      await this.#settle(job, how);
    } finally {
      release();
    }
  }

  /** Takes the result, or lets the job be begun again, or gives it up. */
  async #settle(job: Job, how: string): Promise<void> {
    let result = await job.folder.result();
    if (!job.isOpen || (!result && this.#closed)) return;
    const { attempts = 2 } = this.#options;
    if (!result && job.attempts >= attempts) {
      const log = await job.folder.logTail();
      await job.folder.writeFailure(
        `The sub-agent left no result: ${how}. Its log ${job.folder.log} ends: ${log}`,
      );
      result = await job.folder.result();
    }
    this.#allowance.release(job.id);
    if (result) {
      this.#allowance.settle(result);
      job.end(result);
    } else job.state = "waiting";
    queueMicrotask(() => this.#pump());
  }

  #notify(): void {
    this.#change.resolve();
    this.#change = withResolvers();
  }
}

/** `Promise.withResolvers` of later Node versions. */
function withResolvers(): { promise: Promise<void>; resolve: () => void } {
  let resolve = () => {};
  const promise = new Promise<void>((done) => {
    resolve = done;
  });
  return { promise, resolve };
}

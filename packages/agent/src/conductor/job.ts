import { emptyUsage } from "@genericagent/core-loop";
import type { JobResult, JobState } from "./conductor-options.js";
import type { JobFolder } from "./job-folder.js";
import type { JobProcess } from "./job-process.js";

/** A dispatched job. */
export class Job {
  state: JobState = "waiting";
  /** Attempts that were begun. */
  attempts = 0;
  /** Resolves with the result, whatever it is. */
  readonly result: Promise<JobResult>;
  process: JobProcess | undefined;
  #settle!: (result: JobResult) => void;

  constructor(readonly folder: JobFolder) {
    this.result = new Promise((resolve) => {
      this.#settle = resolve;
    });
  }

  get id(): string {
    return this.folder.id;
  }

  get isOpen(): boolean {
    return this.state === "waiting" || this.state === "running";
  }

  end(result: JobResult): void {
    this.state = result.status;
    this.process = undefined;
    this.#settle(result);
  }

  skip(code: string, message: string): void {
    const { id, folder } = this;
    const nothing = { text: "", turns: 0, usage: emptyUsage() };
    this.end({ id, folder: folder.path, status: "skipped", ...nothing, error: { code, message } });
  }
}

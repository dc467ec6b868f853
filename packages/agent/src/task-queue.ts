import type { LoopEvent, LoopResult } from "@genericagent/core-loop";
import { TaskHandle } from "./task-handle.js";
import type { TaskInput } from "./task-input.js";

type Start = (task: TaskHandle) => AsyncGenerator<LoopEvent, LoopResult, void>;

/** Tasks that run one after another in the background, in the order in which they were put in. */
export class TaskQueue {
  #start: Start;
  #waiting: TaskHandle[] = [];
  #current: TaskHandle | undefined;
  #working: Promise<void> | undefined;
  #count = 0;

  constructor(start: Start) {
    this.#start = start;
  }

  put(task: TaskInput): TaskHandle {
    const handle = new TaskHandle(++this.#count, task);
    this.#waiting.push(handle);
    this.#working ??= this.#work();
    return handle;
  }

  /** The running task, then those that wait. */
  get tasks(): readonly TaskHandle[] {
    return this.#current ? [this.#current, ...this.#waiting] : [...this.#waiting];
  }

  /** Aborts what runs and takes out what waits. */
  clear(reason?: unknown): void {
    for (const task of this.tasks) task.abort(reason);
  }

  /** Resolves when nothing runs and nothing waits. */
  async idle(): Promise<void> {
    await this.#working;
  }

  async #work(): Promise<void> {
    await Promise.resolve(); // the caller gets the handle before anything happens
    for (let task = this.#waiting.shift(); task; task = this.#waiting.shift()) {
      this.#current = task;
      if (task.signal.aborted) task.fail(task.signal.reason);
      else await task.follow(this.#start(task));
      this.#current = undefined;
    }
    this.#working = undefined;
  }
}

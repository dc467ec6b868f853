import type { LoopEvent, LoopResult } from "@genericagent/core-loop";
import { AgentError } from "./agent-error.js";
import { askAside } from "./ask-aside.js";
import type { SessionSettings } from "./config.js";
import { newSessionId } from "./journal.js";
import { type AgentOptions, type AgentParts, openFactory, openParts } from "./open-parts.js";
import type { RewindOptions, Rewound } from "./rewind.js";
import { type RunOptions, runTask } from "./run-task.js";
import { Steering } from "./steering.js";
import type { TaskHandle } from "./task-handle.js";
import type { TaskInput } from "./task-input.js";
import { TaskQueue } from "./task-queue.js";

/**
 * An agent with no I/O done yet: models, tools and the journal are opened by the first `run`.
 *
 * @example
 * const agent = createAgent({ model: "anthropic/claude-sonnet-5-5" });
 * for await (const event of agent.run("Count the lines of README.md")) console.log(event.type);
 */
export const createAgent = (options: AgentOptions = {}): GenericAgent => new GenericAgent(options);

/** One conversation that can be run, steered, aborted, taken back, and resumed by another process. */
export class GenericAgent {
  #options: AgentOptions;
  #parts: Promise<AgentParts> | undefined;
  #controller: AbortController | undefined;
  #free: Promise<void> = Promise.resolve();
  #steering = new Steering();
  #queue = new TaskQueue((task) => this.#runQueued(task));

  constructor(options: AgentOptions) {
    this.#options = options;
  }

  get isRunning(): boolean {
    return this.#controller !== undefined;
  }

  /** The running task of the queue, then those that wait. */
  get tasks(): readonly TaskHandle[] {
    return this.#queue.tasks;
  }

  get options(): Readonly<AgentOptions> {
    return this.#options;
  }

  /** Opens config, model, tools and journal; called by `run`, or earlier to see errors early. */
  open(): Promise<AgentParts> {
    this.#parts ??= openParts(this.#options).catch((error) => {
      this.#parts = undefined;
      throw error;
    });
    return this.#parts;
  }

  /**
   * Runs a task to its end and journals every step before the next begins. Without a task, an interrupted run is
   * continued where it stopped; a text for a session that waits for an answer is that answer.
   *
   * @throws AgentError for configuration and journal problems, what the model session throws, `signal.reason`.
   */
  async *run(task?: TaskInput, options: RunOptions = {}): AsyncGenerator<LoopEvent, LoopResult, void> {
    if (this.#controller)
      throw new AgentError("busy", "This agent is already running a task. Wait for its end or abort it.");
    const controller = new AbortController();
    const forward = () => controller.abort(options.signal?.reason);
    if (options.signal?.aborted) forward();
    options.signal?.addEventListener("abort", forward, { once: true });
    this.#controller = controller;
    let release = () => {};
    this.#free = new Promise((resolve) => {
      release = resolve;
    });
    try {
      return yield* runTask(await this.open(), task, {
        ...options,
        signal: controller.signal,
        steering: this.#steering,
        askUser: this.#options.askUser,
      });
    } finally {
      this.#controller = undefined;
      options.signal?.removeEventListener("abort", forward);
      release();
    }
  }

  /** Puts a task into the queue, which works in the background, and returns at once. */
  put(task: TaskInput): TaskHandle {
    return this.#queue.put(task);
  }

  /** Aborts the running task; the tasks that wait go on. What was done until now is kept. */
  abort(reason: unknown = new DOMException("The run was aborted.", "AbortError")): void {
    this.#controller?.abort(reason);
  }

  /** Resolves when no task runs or waits. */
  async idle(): Promise<void> {
    await this.#queue.idle();
    await this.#free;
  }

  /** Says something to the running task: it stands in the model's next message. Without one, the next task gets it. */
  intervene(text: string): void {
    this.#steering.add(text);
  }

  /** What was said too late for the last run, to be made a task of its own. */
  takeUnsaid(): string | undefined {
    return this.#steering.takeUnsaid();
  }

  /** Replaces the checkpoint (`key_info`) that every turn shows to the model. */
  async setKeyInfo(keyInfo: string): Promise<void> {
    const { tools, journal, conversation } = await this.open();
    tools.workingMemory.keyInfo = keyInfo;
    const entry = { type: "key-info", keyInfo } as const;
    await journal.append(entry);
    conversation.apply(entry);
  }

  /** Asks another model (`provider/model`) from the next model call on, also in the middle of a run. */
  async switchModel(model: string): Promise<void> {
    const { model: _, ...options } = this.#options;
    await this.#switch({ ...options, model });
  }

  /** Changes how the model answers from the next call on; `undefined` gives a setting back to the config. */
  async setSession(settings: SessionSettings): Promise<void> {
    const all = Object.entries({ ...this.#options.sessionSettings, ...settings });
    const sessionSettings = Object.fromEntries(all.filter(([, value]) => value !== undefined));
    await this.#switch({ ...this.#options, sessionSettings });
  }

  /** A side question, answered from the conversation without tools; nothing of it is stored. */
  async *aside(question: string, signal?: AbortSignal): ReturnType<typeof askAside> {
    return yield* askAside(await this.open(), question, signal);
  }

  /**
   * Goes back to the end of a whole turn, counted from 1 over the conversation: files that the tools changed since
   * stand as they did then. What `code_run` changed stays.
   *
   * @throws AgentError `busy`, `unknown-turn`, or `files-changed` naming what somebody else changed.
   */
  async rewind(turn: number, options?: RewindOptions): Promise<Rewound> {
    const { conversation, images, journal } = await this.#openIdle();
    const { rewindFiles } = await import("./rewind.js");
    const entry = await rewindFiles(conversation, images, turn, options);
    await journal.append(entry);
    await this.#reopen({});
    return { turn, restored: entry.files.map(({ before }) => before.path) };
  }

  /** Takes the last rewind back, as long as nothing followed it. */
  async undoRewind(): Promise<Rewound> {
    const { conversation, images, journal } = await this.#openIdle();
    const { files = [] } = conversation.takenBack ?? {};
    const { undoRewindFiles } = await import("./rewind.js");
    await journal.append(await undoRewindFiles(conversation, images));
    const { conversation: now } = await this.#reopen({});
    return { turn: now.turns, restored: files.map(({ before }) => before.path) };
  }

  /** Another agent with a session of its own that begins with this one's turns, up to `turn` where it is given. */
  async fork(turn?: number): Promise<GenericAgent> {
    const { id, dataHome, conversation } = await this.#openIdle();
    const resume = newSessionId();
    const { forkJournal } = await import("./fork-journal.js");
    await forkJournal(dataHome, { from: id, to: resume, turn: turn ?? conversation.turns });
    return new GenericAgent({ ...this.#options, resume });
  }

  /** Goes on with another journalled session in this one's place. */
  async resume(id: string): Promise<AgentParts> {
    const { dataHome } = await this.#openIdle();
    const { cwd: _, ...options } = this.#options;
    await this.close();
    this.#options = { ...options, dataHome, resume: id };
    return this.open();
  }

  /** Works under other permissions from the next run on; what was remembered for the session is asked again. */
  async setPermissions(permissions: NonNullable<AgentOptions["permissions"]>): Promise<void> {
    await this.#openIdle();
    await this.#reopen({ permissions });
  }

  /** Ends what runs and waits, and closes the journal. The agent may be run again, which opens it anew. */
  async close(): Promise<void> {
    this.#queue.clear(new DOMException("The agent was closed.", "AbortError"));
    await this.#queue.idle();
    const parts = await this.#parts?.catch(() => undefined);
    this.#parts = undefined;
    await parts?.browser?.close();
    await parts?.journal.close();
    if (parts) await (await import("./memory/keep-house.js")).keepHouse(parts.dataHome);
  }

  async *#runQueued(task: TaskHandle): AsyncGenerator<LoopEvent, LoopResult, void> {
    while (this.#controller) await this.#free;
    return yield* this.run(task.task, { signal: task.signal });
  }

  async #openIdle(): Promise<AgentParts> {
    if (this.#controller)
      throw new AgentError("busy", "A task is running. Wait for its end or abort it first.");
    return this.open();
  }

  async #reopen(changes: Partial<AgentOptions>): Promise<AgentParts> {
    const { id, cwd, dataHome, journal } = await this.open();
    this.#parts = undefined;
    await journal.close();
    this.#options = { ...this.#options, cwd, dataHome, resume: id, ...changes };
    return this.open();
  }

  async #switch(options: AgentOptions): Promise<void> {
    const parts = await this.open();
    const { switchedFactory } = await import("./switched-factory.js");
    const make = switchedFactory(await openFactory(options, parts));
    this.#options = options;
    parts.client.switchTo(make);
    const { provider, model } = make(parts.client.session);
    parts.model = `${provider}/${model}`;
    await parts.journal.append({ type: "model", at: new Date().toISOString(), model: parts.model });
  }
}

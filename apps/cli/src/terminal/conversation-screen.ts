import { join } from "node:path";
import { type GenericAgent, isSlash, runSlash, type SlashResult } from "@genericagent/agent";
import pc from "picocolors";
import { executeRun } from "../execute-run.js";
import { EXIT, type ExitCode } from "../exit-code.js";
import { readHistory, saveHistory } from "../prompt-history.js";
import { isAbort } from "../report-error.js";
import { clipboardImage } from "./clipboard-image.js";
import { complete } from "./complete.js";
import { conversationStatus } from "./conversation-status.js";
import type { EditAction } from "./edit-state.js";
import { listFiles } from "./list-files.js";
import { pastedImage, withMentionedImages } from "./mentioned-images.js";
import { PromptBox } from "./prompt-box.js";
import { type KeyInput, type KeyReader, readKeys } from "./read-keys.js";
import { RichView } from "./rich-view.js";
import { type LiveArea, Screen, type TerminalOutput } from "./screen.js";
import { type Status, statusLine } from "./status-line.js";

/** So long a second Ctrl-C leaves. */
const WARNED_MS = 2_000;

/** A conversation on a terminal that can move its cursor: the prompt stays open while a task runs. */
export class ConversationScreen {
  readonly #agent: GenericAgent;
  readonly #screen: Screen;
  readonly #view: RichView;
  readonly #box: PromptBox;
  readonly #output: TerminalOutput;
  #keys: KeyReader | undefined;
  #status: Status = { model: "", turn: 0, skills: 0 };
  #warnedAt = Number.NEGATIVE_INFINITY;
  #files: Promise<readonly string[]> | undefined;
  #running: AbortController | undefined;
  #work = new Set<Promise<void>>();
  #left = () => {};

  constructor(agent: GenericAgent, historyFile: string, output: TerminalOutput = process.stdout) {
    this.#agent = agent;
    this.#output = output;
    this.#screen = new Screen(output, () => this.#area());
    this.#view = new RichView(this.#screen, { inConversation: true });
    this.#box = new PromptBox({
      history: readHistory(historyFile),
      complete: (state) => complete(state, { agent, files: () => this.#listFiles() }),
      submit: (text) => {
        saveHistory(historyFile, text);
        const work = this.#submit(text).finally(() => this.#work.delete(work));
        this.#work.add(work);
      },
      act: (action, hadText) => void this.#act(action, hadText),
      changed: () => this.#screen.update(),
    });
  }

  /** Until the user leaves. */
  async run(input: KeyInput = process.stdin): Promise<void> {
    const { model, cwd, runSkills } = await this.#agent.open();
    this.#status.model = model;
    const left = new Promise<void>((resolve) => {
      this.#left = resolve;
    });
    // Before anything is shown: what is typed from then on must not be echoed into it.
    this.#keys = readKeys(input, this.#output, (key) => {
      const { text = "" } = key;
      if (text.length > 1 && !key.name) this.#box.insert(pastedImage(text, cwd));
      else this.#box.key(key);
    });
    this.#screen.print([
      `${pc.bold("GenericAgent")} ${pc.dim(`${model} · ${cwd}`)}`,
      pc.dim("@ file · / command · Ctrl-R history · Ctrl-O details · Esc stops · Ctrl-D leaves"),
      "",
    ]);
    this.#status.skills = (await runSkills.skills.load()).skills.length;
    await this.#refresh();
    const unwatch = this.#watchSignals();
    await left;
    unwatch();
    this.#keys.close();
    await Promise.all(this.#work);
    this.#screen.close();
  }

  /** Lets somebody else ask on the terminal. */
  async aside<T>(ask: () => Promise<T>): Promise<T> {
    this.#view.pause();
    this.#keys?.pause();
    try {
      return await ask();
    } finally {
      this.#keys?.resume();
      this.#screen.resume();
    }
  }

  /** The terminal may go away, and whoever sends a signal means the same as who presses a key. */
  #watchSignals(): () => void {
    const leave = () => this.#leave();
    const interrupt = () => (this.#running ? this.#running.abort() : this.#leave());
    process.on("SIGINT", interrupt).on("SIGTERM", leave).on("SIGHUP", leave);
    return () => void process.off("SIGINT", interrupt).off("SIGTERM", leave).off("SIGHUP", leave);
  }

  async #submit(text: string): Promise<void> {
    if (/^\s*\/?(exit|quit)\s*$/.test(text)) return this.#leave();
    this.#screen.print(
      [`${pc.cyan("›")} ${text.replaceAll("\n", "\n  ")}`, ""].flatMap((line) => line.split("\n")),
    );
    try {
      const result = isSlash(text) ? await this.#slash(text) : { task: text };
      if (result && "text" in result) this.#view.say(result.text);
      else if (result && this.#running) this.#steer(text);
      else if (result) await this.#tasks(result);
    } catch (error) {
      if (!isAbort(error)) this.#view.error(error);
    }
    await this.#refresh();
  }

  /** A task, and then what was said when it had just ended; after an abort that waits for the next task. */
  async #tasks(first: Extract<SlashResult, { task: unknown }>): Promise<void> {
    let code = await this.#task(first);
    while (code === EXIT.done) {
      const unsaid = this.#agent.takeUnsaid();
      if (unsaid === undefined) return;
      code = await this.#task({ task: unsaid });
    }
  }

  async #slash(line: string): Promise<SlashResult | undefined> {
    const running = runSlash(line, this.#agent);
    let next = await running.next();
    while (!next.done) next = await running.next();
    return next.value;
  }

  #steer(text: string): void {
    this.#agent.intervene(text);
    this.#screen.print([pc.dim("  said to the running task, with its next message")]);
  }

  async #task({ task, options }: Extract<SlashResult, { task: unknown }>): Promise<ExitCode> {
    const controller = new AbortController();
    this.#running = controller;
    const { cwd } = await this.#agent.open();
    try {
      return await executeRun({
        ...options,
        ...{ agent: this.#agent, signal: controller.signal },
        task: typeof task === "string" ? withMentionedImages(task, cwd) : task,
        view: {
          event: (event) => {
            this.#view.event(event);
            if (event.type === "turn-end" || event.type === "run-start") this.#refreshSoon();
          },
          pause: () => {},
          end: (summary) => this.#view.end(summary),
        },
        report: (error) => {
          if (!isAbort(error)) this.#view.error(error);
        },
      });
    } finally {
      this.#running = undefined;
      this.#files = undefined;
    }
  }

  async #act(action: Exclude<EditAction, "submit">, hadText: boolean): Promise<void> {
    if (action === "toggle-details") this.#view.toggleDetails();
    else if (action === "clear-screen") this.#output.write("\u001b[2J\u001b[H");
    else if (action === "paste-image") await this.#pasteImage();
    else if (action === "stop") this.#running?.abort();
    else if (!hadText) this.#interruptOrLeave(action);
    this.#screen.update();
  }

  #interruptOrLeave(action: "interrupt" | "leave"): void {
    if (this.#running) {
      if (action === "interrupt") this.#running.abort();
    } else if (action === "leave" || performance.now() - this.#warnedAt < WARNED_MS) this.#leave();
    else this.#warn();
  }

  /** A second Ctrl-C that was meant for a task which has just ended must not end the conversation. */
  #warn(): void {
    this.#warnedAt = performance.now();
    setTimeout(() => this.#screen.update(), WARNED_MS).unref();
    this.#screen.update();
  }

  async #pasteImage(): Promise<void> {
    const { dataHome } = await this.#agent.open();
    const path = await clipboardImage(join(dataHome, "pasted"));
    if (path) this.#box.insert(`@${path} `);
    else this.#screen.print([pc.dim("There is no image in the clipboard that could be read here.")]);
  }

  #leave(): void {
    this.#running?.abort();
    this.#left();
  }

  #listFiles(): Promise<readonly string[]> {
    this.#files ??= this.#agent.open().then(({ cwd }) => listFiles(cwd));
    return this.#files;
  }

  #refreshSoon(): void {
    const work = this.#refresh().finally(() => this.#work.delete(work));
    this.#work.add(work);
  }

  /** A state that cannot be read stays as it was shown. */
  async #refresh(): Promise<void> {
    this.#status = (await conversationStatus(this.#agent, this.#status.skills)) ?? this.#status;
    this.#screen.update();
  }

  #area(): LiveArea {
    const { columns } = this.#screen;
    const { stay, lines: growing } = this.#view.area();
    const warned = performance.now() - this.#warnedAt < WARNED_MS;
    const status = warned ? pc.dim("Ctrl-C once more leaves") : statusLine(this.#status, columns);
    const above = [...growing, status];
    const { lines, cursor } = this.#box.lines(columns, this.#screen.rows - 3);
    const row = above.length + cursor.row;
    return { stay: stay ?? [], lines: [...above, ...lines], cursor: { row, column: cursor.column } };
  }
}

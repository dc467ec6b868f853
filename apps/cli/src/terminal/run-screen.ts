import type { LoopEvent } from "@genericagent/core-loop";
import type { RunSummary, RunView } from "../run-view.js";
import { RichView } from "./rich-view.js";
import { Screen, type TerminalOutput } from "./screen.js";

/** One run on a terminal that can move its cursor: as in a conversation, without the prompt. */
export class RunScreen implements RunView {
  readonly #screen: Screen;
  readonly #view: RichView;

  constructor(output: TerminalOutput = process.stdout) {
    this.#screen = new Screen(output, () => this.#view.area());
    this.#view = new RichView(this.#screen);
  }

  event(event: LoopEvent): void {
    this.#view.event(event);
  }

  pause(): void {
    this.#view.pause();
  }

  resume(): void {
    this.#view.resume();
  }

  end(summary: RunSummary): void {
    this.#screen.resume();
    this.#view.end(summary);
    this.#screen.close();
  }
}

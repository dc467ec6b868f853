import type { LoopEvent, ToolCall } from "@genericagent/core-loop";
import pc from "picocolors";
import { describeCall, describeDuration } from "./describe-call.js";
import {
  closingLine,
  DETAIL_NOTICES,
  HIDDEN_NOTICES,
  questionLines,
  refusalLine,
  stoppedLine,
  toolLine,
} from "./run-lines.js";
import type { RunSummary, RunView } from "./run-view.js";
import { Spinner } from "./spinner.js";
import { SummaryFilter } from "./summary-filter.js";
import { withoutControls } from "./terminal/without-controls.js";

/** An answer as lines of a terminal, piece by piece: an `AnswerStream` that is in no hurry. */
export interface AnswerLines {
  push(delta: string): void;
  take(width: number, ms: number): string[];
  flush(width: number): string[];
  clear(): void;
}

/**
 * For people, line by line: the model's words on stdout, everything about the run on stderr. A terminal gets the answer
 * rendered, a block as soon as it is whole. A file or a pipe gets it as it was written, and only when it is whole, so
 * that a withdrawn one never gets there.
 */
export class TextView implements RunView {
  readonly #answer: AnswerLines | undefined;
  readonly #spinner = new Spinner();
  readonly #filter = new SummaryFilter();
  #held = "";
  #called: ToolCall | undefined;

  /** @param answer renders it, where stdout is a terminal */
  constructor(answer?: AnswerLines) {
    this.#answer = answer;
  }

  event(event: LoopEvent): void {
    switch (event.type) {
      case "turn-start":
        this.#sentBack(refusalLine(event.message));
        this.#spinner.start("thinking");
        break;
      case "text-delta":
        this.#show(event.text);
        break;
      case "reply":
        this.#endAnswer();
        break;
      case "void":
        this.#withdraw(event.reason);
        break;
      case "retry":
        this.#note(pc.yellow(`${event.message} Asking again in ${describeDuration(event.delayMs)}.`));
        this.#spinner.start("waiting");
        break;
      case "notice":
        if (!HIDDEN_NOTICES.has(event.code) && !DETAIL_NOTICES.has(event.code))
          this.#note(pc.dim(withoutControls(event.message)));
        break;
      case "tool-start":
        this.#called = event.call;
        this.#spinner.start(withoutControls(describeCall(event.call)));
        break;
      case "tool-end":
        this.#called = undefined;
        this.#note(toolLine(event));
        break;
    }
  }

  pause(): void {
    this.#spinner.stop();
  }

  end(summary: RunSummary): void {
    if (this.#answer) this.#endAnswer();
    if (this.#called) this.#note(stoppedLine(this.#called));
    this.#called = undefined;
    this.#note(closingLine(summary));
    if (summary.reason === "exited") this.#note(questionLines(summary));
  }

  #show(delta: string): void {
    if (this.#answer) {
      this.#answer.push(delta);
      this.#say(this.#answer.take(width(), Number.POSITIVE_INFINITY));
    } else this.#hold(this.#filter.push(delta));
  }

  #hold(pieces: ReturnType<SummaryFilter["push"]>): void {
    for (const { kind, text } of pieces)
      if (kind === "summary") this.#note(pc.dim(`› ${text}`));
      else this.#held += text;
  }

  #endAnswer(): void {
    if (this.#answer) this.#say(this.#answer.flush(width()));
    this.#hold(this.#filter.flush());
    const whole = this.#held.trim();
    this.#held = "";
    if (whole) this.#say(whole.split("\n"));
  }

  #sentBack(why: string | undefined): void {
    if (why) this.#note(why);
  }

  #withdraw(reason: string): void {
    this.#answer?.clear();
    this.#filter.flush();
    this.#held = "";
    if (this.#answer) this.#note(pc.yellow(`The answer so far is withdrawn: ${reason}`));
  }

  #say(lines: readonly string[]): void {
    if (lines.length === 0) return;
    this.#spinner.stop();
    process.stdout.write(`${lines.join("\n")}\n`);
  }

  #note(line: string): void {
    this.#spinner.stop();
    process.stderr.write(`${line}\n`);
  }
}

const width = (): number => Math.max(20, process.stdout.columns || 80) - 1;

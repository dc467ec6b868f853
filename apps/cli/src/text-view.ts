import type { LoopEvent } from "@genericagent/core-loop";
import type { AskUserQuestion } from "@genericagent/tools";
import pc from "picocolors";
import createSpinner from "yocto-spinner";
import { describeCall, describeCount, describeDuration, describeResult } from "./describe-call.js";
import type { RunSummary, RunView } from "./run-view.js";
import { type Piece, SummaryFilter } from "./summary-filter.js";

/**
 * For people: the model's words on stdout, everything about the run on stderr. In a terminal words are shown as
 * they come; into a file or a pipe only whole answers are written, so that a withdrawn one never gets there.
 */
export class TextView implements RunView {
  readonly #live = process.stdout.isTTY === true;
  readonly #spinner = createSpinner({ stream: process.stderr });
  readonly #filter = new SummaryFilter();
  #lineOpen = false;
  #held = "";
  /** Something of this reply stands on the screen. */
  #begun = false;

  event(event: LoopEvent): void {
    switch (event.type) {
      case "turn-start":
        this.#begun = false;
        this.#wait("thinking");
        break;
      case "text-delta":
        this.#show(this.#filter.push(event.text));
        break;
      case "reply":
        this.#show(this.#filter.flush());
        this.#say(this.#held.trim() && `${this.#held.trim()}\n`);
        this.#held = "";
        break;
      case "void":
        this.#filter.flush();
        this.#held = "";
        if (this.#live) this.#note(pc.yellow(`The answer so far is withdrawn: ${event.reason}`));
        break;
      case "retry":
        this.#note(pc.yellow(`${event.message} Asking again in ${describeDuration(event.delayMs)}.`));
        this.#wait("waiting");
        break;
      case "notice":
        if (!HIDDEN_NOTICES.has(event.code) && !DETAIL_NOTICES.has(event.code))
          this.#note(pc.dim(event.message));
        break;
      case "tool-start":
        this.#wait(describeCall(event.call));
        break;
      case "tool-end":
        this.#note(toolLine(event));
        break;
    }
  }

  pause(): void {
    if (this.#spinner.isSpinning) this.#spinner.stop();
  }

  end(summary: RunSummary): void {
    this.#note(closingLine(summary));
    if (summary.reason === "exited") this.#note(questionLines(summary));
  }

  #show(pieces: Piece[]): void {
    for (const { kind, text } of pieces) {
      if (kind === "summary") this.#note(pc.dim(`› ${text}`));
      else if (this.#live) this.#say(this.#begun ? text : text.trimStart());
      else this.#held += text;
    }
  }

  #say(text: string): void {
    if (!text) return;
    this.#begun = true;
    this.pause();
    process.stdout.write(text);
    this.#lineOpen = !text.endsWith("\n");
  }

  #note(line: string): void {
    this.pause();
    if (this.#lineOpen) process.stdout.write("\n");
    this.#lineOpen = false;
    process.stderr.write(`${line}\n`);
  }

  #wait(text: string): void {
    this.pause();
    if (process.stderr.isTTY) this.#spinner.start(text);
  }
}

/** Told once, in the closing line; or a permission, which shows in what is done, or in the tool's own line. */
export const HIDDEN_NOTICES = new Set(["context-ledger", "permission-decision"]);
/** That nothing came of a run is worth a look, but no line after every small run. */
export const DETAIL_NOTICES = new Set(["skill-not-worth"]);

function toolLine({ call, result, durationMs }: Extract<LoopEvent, { type: "tool-end" }>): string {
  const mark = result.isError ? pc.red("✗") : pc.green("✓");
  const outcome = describeResult(result);
  const shown = outcome && ` ${result.isError ? pc.red(outcome) : pc.dim(outcome)}`;
  return `${mark} ${describeCall(call)} ${pc.dim(describeDuration(durationMs))}${shown}`;
}

export function closingLine({ reason, why, turns, usage, durationMs, session, context }: RunSummary): string {
  const cached = usage.cachedInputTokens ? ` (${describeCount(usage.cachedInputTokens)} cached)` : "";
  const parts = [
    reason === "done" ? pc.green(reason) : pc.yellow(reason),
    ...(why ? [why] : []),
    `${turns} turn${turns === 1 ? "" : "s"}`,
    `${describeCount(usage.inputTokens)} tokens in${cached}, ${describeCount(usage.outputTokens)} out`,
    ...(context
      ? [`context ${describeCount(context.totalTokens)} of ${describeCount(context.budgetTokens)}`]
      : []),
    describeDuration(durationMs),
    ...(session ? [`session ${session}`] : []),
  ];
  return parts.join(pc.dim(" · "));
}

/** What the agent asks, and how to answer later. */
export function questionLines({ data, session }: RunSummary): string {
  const asked = data as { questions?: AskUserQuestion[] } & AskUserQuestion;
  const questions = asked.questions ?? [asked];
  const lines = questions.map(({ question, candidates = [] }) => {
    const list = candidates.map((candidate, index) => `\n  ${index + 1}. ${candidate}`).join("");
    return `${pc.bold(question ?? JSON.stringify(data))}${list}`;
  });
  const answers = questions.map(() => '--answer "…"').join(" ");
  return `${lines.join("\n")}\nAnswer with: ga resume ${session} ${answers}`;
}

import type { LoopEvent, Notice, ToolCall, ToolResult } from "@genericagent/core-loop";
import pc from "picocolors";
import { describeCall, describeDuration, describeResult } from "../describe-call.js";
import type { RunSummary, RunView } from "../run-view.js";
import { SummaryFilter } from "../summary-filter.js";
import { closingLine, DETAIL_NOTICES, HIDDEN_NOTICES, questionLines } from "../text-view.js";
import { type Block, MarkdownBlocks } from "./markdown-blocks.js";
import { renderDiff } from "./render-diff.js";
import { renderBlock, renderMarkdown } from "./render-markdown.js";
import type { Screen } from "./screen.js";
import { toolDetails } from "./tool-details.js";
import { withoutControls } from "./without-controls.js";

const SPINNER = ["⠋", "⠙", "⠹", "⠸", "⠼", "⠴", "⠦", "⠧", "⠇", "⠏"];
const SPIN_MS = 80;
/** Rows of what is still growing. */
const GROWING_ROWS = 8;
/** Lines of a diff, or of an output, that are shown folded. */
const FOLDED_LINES = 12;
const OUTPUT_CHARS = 4_000;
/** Where more comes in one frame, and rendering it has taken this long, its code stays without colours. */
const COLOUR_CHARS = 3_000;
const COLOUR_MS = 5;

/** A run on a terminal: what is whole stays above, what grows is drawn below it. */
export class RichView implements RunView {
  #screen: Screen;
  #filter = new SummaryFilter();
  #blocks = new MarkdownBlocks();
  #doing = "";
  #output = "";
  #spinner: NodeJS.Timeout | undefined;
  #last: { call: ToolCall; result: ToolResult } | undefined;
  /** What the last run said that only the details show. */
  #details: string[] = [];
  #expanded = false;
  /** Rendered since the last frame. */
  #frame = { chars: 0, ms: 0 };

  constructor(screen: Screen) {
    this.#screen = screen;
  }

  /** What is still growing, for the live area. */
  growing(): string[] {
    this.#frame = { chars: 0, ms: 0 };
    const width = this.#screen.columns - 1;
    const rest = this.#blocks.rest.slice(-GROWING_ROWS * width);
    const text = rest.trim() ? rest.split("\n").slice(-GROWING_ROWS) : [];
    const output = this.#output ? this.#output.trimEnd().split("\n").slice(-3) : [];
    const frame = SPINNER[Math.floor(performance.now() / SPIN_MS) % SPINNER.length];
    return [
      ...text,
      ...output.map((line) => pc.dim(`  ${line}`)),
      ...(this.#doing ? [`${pc.cyan(frame!)} ${this.#doing}`] : []),
    ];
  }

  event(event: LoopEvent): void {
    switch (event.type) {
      case "turn-start":
        this.#wait("thinking");
        break;
      case "text-delta":
        this.#show(event.text);
        break;
      case "reply":
        this.#flush();
        break;
      case "void":
        this.#filter.flush();
        this.#blocks.clear();
        this.#note(pc.yellow(`The answer so far is withdrawn: ${event.reason}`));
        break;
      case "retry":
        this.#note(pc.yellow(`${event.message} Asking again in ${describeDuration(event.delayMs)}.`));
        this.#wait("waiting");
        break;
      case "notice":
        this.#notice(event);
        break;
      case "tool-start":
        this.#wait(withoutControls(describeCall(event.call)));
        break;
      case "tool-output":
        this.#output = (this.#output + withoutControls(event.text)).slice(-OUTPUT_CHARS);
        this.#screen.update();
        break;
      case "tool-end":
        this.#toolEnd(event);
        break;
    }
  }

  pause(): void {
    this.#wait("");
    this.#screen.suspend();
  }

  end(summary: RunSummary): void {
    this.#flush();
    this.#wait("");
    const { context: _, session: __, ...shown } = summary; // both stand in the status line, or are told at the end
    this.#screen.print(["", closingLine(shown), ""]);
    if (summary.reason === "exited") this.#note(questionLines(summary));
  }

  /** Shows the last call whole, and the next ones too, until it is pressed again. */
  toggleDetails(): void {
    this.#expanded = !this.#expanded;
    const last = this.#last ? toolDetails(this.#last.call, this.#last.result) : [];
    const shown = [...last, ...this.#details];
    if (this.#expanded && shown.length > 0) this.#screen.print(shown);
    else this.#note(pc.dim(this.#expanded ? "Tool calls are shown whole." : "Tool calls are folded."));
  }

  /** Something the program says in Markdown. */
  say(markdown: string): void {
    this.#screen.print(renderMarkdown(withoutControls(markdown), this.#screen.columns - 1));
  }

  #show(delta: string): void {
    for (const { kind, text } of this.#filter.push(delta)) {
      if (kind === "summary") this.#note(pc.dim(`› ${withoutControls(text)}`));
      else this.#print(this.#blocks.push(withoutControls(text)));
    }
    this.#screen.update();
  }

  #flush(): void {
    for (const { kind, text } of this.#filter.flush())
      if (kind === "text") this.#print(this.#blocks.push(text));
    this.#print(this.#blocks.flush());
    this.#blocks.clear();
  }

  #print(blocks: readonly Block[]): void {
    const width = this.#screen.columns - 1;
    for (const block of blocks) {
      const started = performance.now();
      const plain = this.#frame.chars > COLOUR_CHARS && this.#frame.ms > COLOUR_MS;
      this.#screen.print(renderBlock(block, width, plain));
      this.#frame.chars += block.text.length;
      this.#frame.ms += performance.now() - started;
    }
  }

  #notice({ code, message }: Notice): void {
    if (HIDDEN_NOTICES.has(code)) return;
    const line = pc.dim(withoutControls(message));
    if (DETAIL_NOTICES.has(code)) this.#details.push(line);
    if (!DETAIL_NOTICES.has(code) || this.#expanded) this.#note(line);
  }

  #toolEnd({ call, result, durationMs }: Extract<LoopEvent, { type: "tool-end" }>): void {
    this.#wait("");
    this.#last = { call, result };
    const mark = result.isError ? pc.red("✗") : pc.green("✓");
    const outcome = withoutControls(describeResult(result));
    const shown = outcome && ` ${result.isError ? pc.red(outcome) : pc.dim(outcome)}`;
    this.#note(
      `${mark} ${withoutControls(describeCall(call))} ${pc.dim(describeDuration(durationMs))}${shown}`,
    );
    if (this.#expanded) this.#screen.print(toolDetails(call, result));
    else if (!result.isError) this.#screen.print(folded(renderDiff(call)));
  }

  #note(line: string): void {
    this.#screen.print(line.split("\n"));
  }

  #wait(text: string): void {
    this.#doing = text;
    this.#output = "";
    clearInterval(this.#spinner);
    this.#spinner = text ? setInterval(() => this.#screen.update(), SPIN_MS) : undefined;
    this.#spinner?.unref();
    this.#screen.update();
  }
}

function folded(lines: string[]): string[] {
  const shown = lines.length > FOLDED_LINES ? lines.slice(0, FOLDED_LINES) : lines;
  const rest = lines.length - shown.length;
  return [
    ...shown.map((line) => `  ${line}`),
    ...(rest > 0 ? [pc.dim(`  … ${rest} more lines, Ctrl-O shows all`)] : []),
  ];
}

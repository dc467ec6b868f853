import {
  errorMessage,
  type LoopEvent,
  type Notice,
  type ToolCall,
  type ToolResult,
  toolCallsOf,
} from "@genericagent/core-loop";
import pc from "picocolors";
import stringWidth from "string-width";
import { describeCall, describeDuration } from "../describe-call.js";
import {
  closingLine,
  DETAIL_NOTICES,
  HIDDEN_NOTICES,
  questionLines,
  refusalLine,
  stoppedLine,
  toolLine,
} from "../run-lines.js";
import type { RunSummary, RunView } from "../run-view.js";
import { AnswerStream } from "./answer-stream.js";
import { cutToWidth } from "./cut-to-width.js";
import { renderDiff } from "./render-diff.js";
import { renderMarkdown } from "./render-markdown.js";
import type { LiveArea, Screen } from "./screen.js";
import { SPIN_MS, spinnerSign } from "./spinner-sign.js";
import { toolDetails } from "./tool-details.js";
import { withoutControls } from "./without-controls.js";
import { wrapText } from "./wrap-text.js";

/** Lines of a diff that are shown folded. */
const FOLDED_LINES = 12;
const OUTPUT_CHARS = 4_000;
/** How long one frame may render an answer; with all else it stays under 16 ms. */
const RENDER_MS = 5;
/** What takes longer tells how long. */
const TELL_MS = 3_000;

/** A run on a terminal: what is whole stays above, what grows is drawn below it. */
export class RichView implements RunView {
  #screen: Screen;
  /** The prompt stays open below, and a status line says what the closing line need not. */
  #inConversation: boolean;
  #answer = new AnswerStream();
  #doing = { text: "", since: 0 };
  #output = "";
  #spinner: NodeJS.Timeout | undefined;
  #called: ToolCall | undefined;
  #last: { call: ToolCall; result: ToolResult } | undefined;
  /** What the last run said that only the details show. */
  #details: string[] = [];
  #expanded = false;

  constructor(screen: Screen, { inConversation = false } = {}) {
    this.#screen = screen;
    this.#inConversation = inConversation;
  }

  /** For one frame: what has become whole, and below it what grows. */
  area(): Pick<LiveArea, "stay" | "lines"> {
    const width = this.#width;
    const stay = this.#answer.take(width, RENDER_MS);
    if (this.#answer.isBehind) this.#screen.update();
    const output = this.#output ? this.#output.trimEnd().split("\n").slice(-3) : [];
    return {
      stay,
      lines: [
        ...this.#answer.growing(width),
        ...output.map((line) => pc.dim(`  ${line}`)),
        ...this.#doingLine(),
      ],
    };
  }

  event(event: LoopEvent): void {
    switch (event.type) {
      case "run-start":
        this.#details = [];
        break;
      case "turn-start":
        this.#turnStart(event);
        break;
      case "text-delta":
        if (this.#doing.text === "thinking") this.#wait("writing");
        this.#answer.push(event.text);
        this.#screen.update();
        break;
      case "reply":
        this.#flush();
        if (toolCallsOf(event.message).length === 0) this.#wait("finishing");
        break;
      case "void":
        this.#answer.clear();
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
        this.#called = event.call;
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
    this.#flush();
    this.#screen.suspend();
  }

  resume(): void {
    this.#screen.resume();
  }

  end(summary: RunSummary): void {
    this.#flush();
    this.#wait("");
    if (this.#called) this.#note(stoppedLine(this.#called));
    this.#called = undefined;
    const { context: _, session: __, ...short } = summary;
    this.#screen.print([""]);
    this.#note(closingLine(this.#inConversation ? short : summary));
    if (summary.reason === "exited") this.#note(questionLines(summary, this.#inConversation));
    if (this.#inConversation) this.#screen.print([""]);
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
    this.#screen.print([...renderMarkdown(withoutControls(markdown), this.#width), ""]);
  }

  /** Something that went wrong, and is over. */
  error(error: unknown): void {
    this.#note(`${pc.red("ga:")} ${withoutControls(errorMessage(error))}\n`);
  }

  get #width(): number {
    return this.#screen.columns - 1;
  }

  #flush(): void {
    this.#screen.print(this.#answer.flush(this.#width));
  }

  #doingLine(): string[] {
    const { text, since } = this.#doing;
    if (!text) return [];
    const ms = performance.now() - since;
    return [`${pc.cyan(spinnerSign())} ${text}${ms < TELL_MS ? "" : pc.dim(` ${describeDuration(ms)}`)}`];
  }

  #turnStart({ message }: Extract<LoopEvent, { type: "turn-start" }>): void {
    const refusal = refusalLine(message);
    if (refusal) this.#note(refusal);
    this.#wait("thinking");
  }

  #notice({ code, message }: Notice): void {
    if (HIDDEN_NOTICES.has(code)) return;
    const line = pc.dim(withoutControls(message));
    if (DETAIL_NOTICES.has(code)) this.#details.push(line);
    if (!DETAIL_NOTICES.has(code) || this.#expanded) this.#note(line);
  }

  #toolEnd(event: Extract<LoopEvent, { type: "tool-end" }>): void {
    const { call, result } = event;
    this.#wait("");
    this.#called = undefined;
    this.#last = { call, result };
    this.#screen.print([cutToWidth(toolLine(event), this.#width)]);
    this.#answer.setApart();
    if (this.#expanded) this.#screen.print(toolDetails(call, result));
    else if (!result.isError) this.#screen.print(folded(renderDiff(call)));
  }

  /** Lines that are too long are wrapped between words. */
  #note(text: string): void {
    const width = this.#width;
    const lines = text.split("\n");
    this.#screen.print(lines.flatMap((line) => (stringWidth(line) > width ? wrapText(line, width) : [line])));
  }

  #wait(text: string): void {
    this.#doing = { text, since: performance.now() };
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

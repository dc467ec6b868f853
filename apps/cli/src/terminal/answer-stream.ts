import pc from "picocolors";
import { SummaryFilter } from "../summary-filter.js";
import { type Block, MarkdownBlocks } from "./markdown-blocks.js";
import { renderBlock } from "./render-markdown.js";
import { withoutControls } from "./without-controls.js";
import { wrapText } from "./wrap-text.js";

type Whole = Block | { kind: "summary"; text: string };

/** Rows of what is still growing. */
const GROWING_ROWS = 8;
/** What grows is shown as it will stand, as long as that costs little; a longer piece as it was written. */
const GROWING_CHARS = 1_000;
/** Where so much waits to be rendered, code stays without colours. */
const HURRY_CHARS = 8_000;
/** Where so much waits, text stays as it was written. */
const RUSH_CHARS = 40_000;

/**
 * An answer on its way to the screen. What comes is only put aside; a frame takes what has become whole, and no longer
 * than it is given. What does not fit waits for the next frame.
 */
export class AnswerStream {
  #arrived = "";
  #filter = new SummaryFilter();
  #blocks = new MarkdownBlocks();
  #whole: Whole[] = [];
  #waitingChars = 0;
  #isBelow = false;
  #grown: { rest: string; width: number; lines: string[] } | undefined;

  push(delta: string): void {
    this.#arrived += delta;
  }

  /** Something else stands above what comes next: words begin with a blank line, a summary right below. */
  setApart(): void {
    this.#isBelow = true;
  }

  /** Whether something whole waits for a frame. */
  get isBehind(): boolean {
    return this.#whole.length > 0;
  }

  /** The lines of what is whole, as many as can be made in this time. */
  take(width: number, ms: number): string[] {
    this.#cut();
    return this.#renderUntil(width, performance.now() + ms);
  }

  /** The lines of all that is left. */
  flush(width: number): string[] {
    this.#cut();
    for (const { kind, text } of this.#filter.flush()) this.#add(kind, text);
    this.#enqueue(this.#blocks.flush());
    this.#blocks.clear();
    return this.#renderUntil(width, Number.POSITIVE_INFINITY);
  }

  /** Forgets what was not shown yet. */
  clear(): void {
    this.#arrived = "";
    this.#filter.flush();
    this.#blocks.clear();
    this.#whole = [];
    this.#waitingChars = 0;
  }

  /** The last rows of the block that is not whole yet. */
  growing(width: number): string[] {
    const { rest, inCode } = this.#blocks;
    if (!rest.trim()) return [];
    if (inCode) return rest.split("\n").map((line) => `  ${line}`);
    if (this.#grown?.rest !== rest || this.#grown.width !== width)
      this.#grown = { rest, width, lines: grownLines(rest, width) };
    return this.#grown.lines;
  }

  #cut(): void {
    const arrived = withoutControls(this.#arrived);
    this.#arrived = "";
    for (const { kind, text } of this.#filter.push(arrived)) this.#add(kind, text);
  }

  #add(kind: "text" | "summary", text: string): void {
    if (kind === "text") this.#enqueue(this.#blocks.push(text));
    else this.#enqueue([{ kind, text }]);
  }

  #enqueue(whole: readonly Whole[]): void {
    this.#whole.push(...whole);
    for (const { text } of whole) this.#waitingChars += text.length;
  }

  #renderUntil(width: number, deadline: number): string[] {
    const lines: string[] = [];
    let done = 0;
    while (done < this.#whole.length && performance.now() < deadline) {
      const whole = this.#whole[done++]!;
      lines.push(...this.#linesOf(whole, width));
      this.#waitingChars -= whole.text.length;
    }
    this.#whole.splice(0, done);
    return lines;
  }

  #linesOf(whole: Whole, width: number): string[] {
    const apart = this.#isBelow && whole.kind !== "summary" && !whole.spaced;
    this.#isBelow = false;
    return apart ? ["", ...this.#render(whole, width)] : this.#render(whole, width);
  }

  #render(whole: Whole, width: number): string[] {
    if (whole.kind === "summary") return wrapText(pc.dim(`› ${whole.text}`), width);
    if (this.#waitingChars > RUSH_CHARS && whole.kind === "text") return wrapText(whole.text, width);
    return renderBlock(whole, width, this.#waitingChars > HURRY_CHARS);
  }
}

function grownLines(text: string, width: number): string[] {
  const lines =
    text.length <= GROWING_CHARS
      ? renderBlock({ kind: "text", text, spaced: false }, width)
      : wrapText(text.slice(-GROWING_ROWS * width), width);
  return lines.slice(-GROWING_ROWS);
}

import stringWidth from "string-width";
import { cutToWidth } from "./cut-to-width.js";

/** What moves at the bottom, and where the cursor stands in it. */
export interface LiveArea {
  lines: string[];
  /** What has become whole: it is printed above, and stays. */
  stay?: readonly string[];
  /** Default: behind the last line. */
  cursor?: { row: number; column: number };
}

/** The part of a terminal's stream that is used. */
export interface TerminalOutput {
  write(text: string): unknown;
  columns?: number;
  rows?: number;
  on(event: "resize", listener: () => void): unknown;
  off(event: "resize", listener: () => void): unknown;
}

/** About 30 frames a second: what comes faster is drawn together. */
const FRAME_MS = 33;
const SYNC_ON = "\u001b[?2026h";
const SYNC_OFF = "\u001b[?2026l";

/**
 * Lines that stay, and below them an area that is drawn again and again. What stays goes into the terminal's own
 * scrollback, so selecting, scrolling, tmux and ssh work as ever.
 */
export class Screen {
  #output: TerminalOutput;
  #live: () => LiveArea;
  #waiting: string[] = [];
  #timer: NodeJS.Timeout | undefined;
  #shown: string[] = [];
  #cursor = { row: 0, column: 0 };
  #suspended = false;
  #onResize = () => this.draw();

  /** @param live asked for each frame */
  constructor(output: TerminalOutput, live: () => LiveArea) {
    this.#output = output;
    this.#live = live;
    output.on("resize", this.#onResize);
  }

  get columns(): number {
    return Math.max(20, this.#output.columns || 80);
  }

  get rows(): number {
    return Math.max(5, this.#output.rows || 24);
  }

  /** Lines that stay. */
  print(lines: readonly string[]): void {
    this.#waiting.push(...lines);
    this.update();
  }

  /** Something of the live area changed. */
  update(): void {
    this.#timer ??= setTimeout(() => this.draw(), FRAME_MS);
  }

  /** Draws one frame now. */
  draw(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    if (this.#suspended) return;
    const { lines, cursor, stay: whole } = this.#fitted();
    const stay = [...this.#waiting, ...whole].map((line) => `${line}\n`).join("");
    const frame = `${this.#erase()}${stay}${lines.join("\n")}`;
    this.#waiting = [];
    this.#shown = lines;
    this.#cursor = cursor;
    const up = lines.length - 1 - cursor.row;
    const place = `${up > 0 ? `\u001b[${up}A` : ""}\r${cursor.column > 0 ? `\u001b[${cursor.column}C` : ""}`;
    this.#output.write(`${SYNC_ON}${frame}${place}${SYNC_OFF}`);
  }

  /** Leaves the terminal to somebody else, below all that was printed. */
  suspend(): void {
    if (this.#suspended) return;
    this.draw();
    this.#output.write(this.#erase());
    this.#shown = [];
    this.#cursor = { row: 0, column: 0 };
    this.#suspended = true;
  }

  resume(): void {
    this.#suspended = false;
    this.update();
  }

  /** The live area goes, what was printed stays. */
  close(): void {
    this.suspend();
    clearTimeout(this.#timer);
    this.#output.off("resize", this.#onResize);
  }

  #fitted(): Required<LiveArea> {
    const area = this.#live();
    const lines = area.lines.slice(-(this.rows - 1)).map((line) => cutToWidth(line, this.columns - 1));
    if (lines.length === 0) lines.push("");
    const cutRows = area.lines.length - lines.length;
    const { row, column } = area.cursor ?? { row: area.lines.length - 1, column: stringWidth(lines.at(-1)!) };
    return {
      lines,
      stay: area.stay ?? [],
      cursor: {
        row: Math.min(lines.length - 1, Math.max(0, row - Math.max(0, cutRows))),
        column: Math.min(column, this.columns - 1),
      },
    };
  }

  /**
   * After a resize the terminal has wrapped the lines anew: they are counted as they stand now. The first is cleared by
   * itself, because tmux keeps a screen that is cleared from its first cell on in its scrollback.
   */
  #erase(): string {
    const { row, column } = this.#cursor;
    const heights = this.#shown.map((line) => Math.max(1, Math.ceil(stringWidth(line) / this.columns)));
    const above = sum(heights.slice(0, row)) + Math.floor(column / this.columns);
    const up = above > 0 ? `\u001b[${above}A` : "";
    const below = sum(heights) > 1 ? "\u001b[B\u001b[J\u001b[A" : "";
    return `${up}\r\u001b[K${below}`;
  }
}

const sum = (numbers: readonly number[]): number => numbers.reduce((total, number) => total + number, 0);

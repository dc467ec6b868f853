import type { TerminalOutput } from "../src/terminal/screen.js";

// biome-ignore lint/suspicious/noControlCharactersInRegex: what a terminal is told
const PIECE = /\u001b\[(\?)?([\d;]*)([A-Za-z])|\r|\n|[^\u001b\r\n]/gu;

/** A terminal in memory: enough of one to see what stands on it, scrollback included. */
export class VirtualTerminal implements TerminalOutput {
  rows = 24;
  /** Bytes written, frame by frame. */
  readonly frames: string[] = [];
  #lines: string[][] = [[]];
  #row = 0;
  #column = 0;
  #listeners = new Set<() => void>();

  constructor(public columns = 80) {}

  write(text: string): void {
    this.frames.push(text);
    for (const [piece, , count, letter] of text.matchAll(PIECE)) {
      if (letter === "A") this.#row = Math.max(0, this.#row - Number(count || 1));
      else if (letter === "B") this.#row = Math.min(this.#lines.length - 1, this.#row + Number(count || 1));
      else if (letter === "K") this.#lines[this.#row] = this.#lines[this.#row]!.slice(0, this.#column);
      else if (letter === "C") this.#column += Number(count || 1);
      else if (letter === "G") this.#column = Number(count || 1) - 1;
      else if (letter === "J") this.#clearBelow();
      else if (letter) continue;
      else if (piece === "\r") this.#column = 0;
      else if (piece === "\n") this.#newLine();
      else this.#put(piece);
    }
  }

  on(_event: "resize", listener: () => void): void {
    this.#listeners.add(listener);
  }

  off(_event: "resize", listener: () => void): void {
    this.#listeners.delete(listener);
  }

  /** As terminals do that wrap their lines anew. */
  resize(columns: number): void {
    const wrapped: string[][] = [];
    for (const [index, line] of this.#lines.entries()) {
      if (index === this.#row) {
        this.#row = wrapped.length + Math.floor(this.#column / columns);
        this.#column %= columns;
      }
      for (let at = 0; at === 0 || at < line.length; at += columns)
        wrapped.push(line.slice(at, at + columns));
    }
    this.#lines = wrapped;
    this.columns = columns;
    for (const listener of this.#listeners) listener();
  }

  get text(): string {
    return this.#lines
      .map((line) => line.join("").trimEnd())
      .join("\n")
      .trimEnd();
  }

  get cursor(): { row: number; column: number } {
    return { row: this.#row, column: this.#column };
  }

  #put(character: string): void {
    if (this.#column >= this.columns) this.#newLine();
    const line = this.#lines[this.#row]!;
    while (line.length < this.#column) line.push(" ");
    line[this.#column++] = character;
  }

  #newLine(): void {
    this.#row++;
    this.#column = 0;
    this.#lines[this.#row] ??= [];
  }

  #clearBelow(): void {
    this.#lines[this.#row] = this.#lines[this.#row]!.slice(0, this.#column);
    this.#lines.length = this.#row + 1;
  }
}

import { isControl, type Line } from "./line.js";

interface Size {
  rows: number;
  lines: number;
  controls: number;
  words: number;
}

/** Lines as they are written, and how much stands in any stretch of them. */
export class Written {
  /** Of the lines before each, so that a stretch is a difference. Counted once asked for. */
  #before: Size[] | undefined;

  constructor(
    readonly lines: readonly Line[],
    readonly texts: string[],
  ) {}

  sizeOf(from: number, to: number): Size {
    this.#before ??= this.#count();
    const [a, b] = [this.#before[from]!, this.#before[to]!];
    return {
      rows: b.rows - a.rows,
      lines: b.lines - a.lines,
      controls: b.controls - a.controls,
      words: b.words - a.words,
    };
  }

  #count(): Size[] {
    let size: Size = { rows: 0, lines: 0, controls: 0, words: 0 };
    const before = [size];
    this.lines.forEach(({ kind, parts }, index) => {
      const row = kind === "row" ? 1 : 0;
      let controls = size.controls;
      for (const part of parts) if (isControl(part)) controls++;
      const words = size.words + countWords(this.texts[index]!);
      size = { rows: size.rows + row, lines: size.lines + 1 - row, controls, words };
      before.push(size);
    });
    return before;
  }
}

const countWords = (text: string): number => text.match(/\S+/g)?.length ?? 0;

import type { Cursor, Region, TextPiece } from "./scan-region.js";

/** A fenced block: nothing in it is a call. It ends with a line that holds nothing but a fence at least as long. */
export class CodeFence implements Region {
  #atLineStart = false;

  constructor(
    private readonly char: string,
    private readonly length: number,
    private readonly after: Region,
  ) {}

  read(cursor: Cursor, out: TextPiece[]): Region | undefined {
    const { text, final } = cursor;
    const start = cursor.at;
    while (cursor.at < text.length) {
      const lineEnd = text.indexOf("\n", cursor.at);
      const line = text.slice(cursor.at, lineEnd < 0 ? undefined : lineEnd);
      const mayClose = this.#atLineStart && this.#mayClose(line);
      if (lineEnd < 0 && mayClose && !final) break;
      if (mayClose && line.trim().length >= this.length) {
        cursor.at += line.length;
        return this.#leave(start, cursor, out, this.after);
      }
      cursor.at = lineEnd < 0 ? text.length : lineEnd + 1;
      this.#atLineStart = lineEnd >= 0;
    }
    return this.#leave(start, cursor, out, undefined);
  }

  /** Whether a line, or its beginning, is nothing but a fence. */
  #mayClose(line: string): boolean {
    const indent = line.length - line.trimStart().length;
    return indent <= 3 && [...line.trim()].every((char) => char === this.char);
  }

  #leave(
    start: number,
    { text, at }: Cursor,
    out: TextPiece[],
    next: Region | undefined,
  ): Region | undefined {
    if (at > start) out.push({ type: "text", text: text.slice(start, at) });
    return next;
  }
}

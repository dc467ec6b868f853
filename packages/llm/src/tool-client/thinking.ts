import { isThinkingTag, readTag } from "./read-tag.js";
import type { Cursor, Region, TextPiece } from "./scan-region.js";

/** The inside of `<thinking>` or `<think>`: calls that are only thought about are not made. */
export class Thinking implements Region {
  #thought = "";

  constructor(
    private readonly after: Region,
    /** What is done with a thought that was never closed: a model that forgets the tag still means its calls. */
    private readonly unclosed: (thought: string) => TextPiece[],
  ) {}

  read(cursor: Cursor, out: TextPiece[]): Region | undefined {
    const { text, final } = cursor;
    for (let from = cursor.at; ; ) {
      const at = text.indexOf("<", from);
      if (at < 0) {
        this.#take(cursor, text.length, out);
        break;
      }
      const tag = readTag(text, at, final);
      if (tag === "partial") {
        this.#take(cursor, at, out);
        break;
      }
      if (tag?.closing && isThinkingTag(tag.name)) {
        this.#take(cursor, at, out);
        cursor.at = tag.end;
        return this.after;
      }
      from = at + 1;
    }
    if (final) out.push(...this.unclosed(this.#thought));
    return undefined;
  }

  #take(cursor: Cursor, to: number, out: TextPiece[]): void {
    const text = cursor.text.slice(cursor.at, to);
    cursor.at = to;
    this.#thought += text;
    if (text) out.push({ type: "thinking", text });
  }
}

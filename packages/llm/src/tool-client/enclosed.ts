import { readTag } from "./read-tag.js";
import type { Cursor, Region, TextPiece } from "./scan-region.js";

/**
 * What stands between two tags and holds no call: a thought, whose tags are left out, or the content of a file, which
 * stays text with its tags.
 */
export class Enclosed implements Region {
  #content = "";

  constructor(
    private readonly type: "thinking" | "text",
    private readonly names: readonly string[],
    private readonly after: Region,
    /** What is done with content that was never closed: a model that forgets the tag still means its calls. */
    private readonly unclosed: (content: string) => TextPiece[],
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
      if (tag?.closing && this.names.includes(tag.name)) {
        this.#take(cursor, this.type === "text" ? tag.end : at, out);
        cursor.at = tag.end;
        return this.after;
      }
      from = at + 1;
    }
    if (final) out.push(...this.unclosed(this.#content));
    return undefined;
  }

  #take(cursor: Cursor, to: number, out: TextPiece[]): void {
    const text = cursor.text.slice(cursor.at, to);
    cursor.at = to;
    this.#content += text;
    if (text) out.push({ type: this.type, text });
  }
}

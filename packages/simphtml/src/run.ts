import type { Part } from "./line.js";

/** A stretch of inline content whose blanks collapse and whose block ends become ` · `. */
export class Run {
  readonly parts: Part[] = [];
  #gap = "";

  gap(separator: string): void {
    if (this.parts.length > 0 && this.#gap.length <= separator.length) this.#gap = separator;
  }

  add(part: Part): void {
    if (this.#gap) this.parts.push(this.#gap);
    this.#gap = "";
    this.parts.push(part);
  }
}

import { truncateMiddle } from "@genericagent/context";
import type { SpillFile } from "./spill-file.js";

/**
 * Output of any length in bounded memory: a head and a tail of `maxChars` each; from that limit on everything
 * also goes to a file.
 */
export class OutputBuffer {
  totalChars = 0;
  spill: SpillFile | undefined;
  #head = "";
  #tail = "";
  readonly #maxChars: number;
  readonly #openSpill: () => SpillFile;

  constructor(maxChars: number, openSpill: () => SpillFile) {
    this.#maxChars = maxChars;
    this.#openSpill = openSpill;
  }

  add(text: string): void {
    this.totalChars += text.length;
    const room = this.#maxChars - this.#head.length;
    if (room >= text.length) {
      this.#head += text;
      return;
    }
    this.spill ??= this.#startSpill();
    this.spill.write(text);
    this.#head += text.slice(0, room);
    this.#tail += text.slice(room);
    if (this.#tail.length > 2 * this.#maxChars) this.#tail = this.#tail.slice(-this.#maxChars);
  }

  /** At most `maxChars`; a note in the middle says how many are left out. */
  text(): string {
    const hidden = this.totalChars - this.#head.length - this.#tail.length;
    const gap = hidden > 0 ? `\n… ${hidden} characters left out …\n` : "";
    return truncateMiddle(this.#head + gap + this.#tail, this.#maxChars);
  }

  #startSpill(): SpillFile {
    const spill = this.#openSpill();
    spill.write(this.#head);
    return spill;
  }
}

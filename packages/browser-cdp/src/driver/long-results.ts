import { BrowserError } from "../browser-error.js";

/** So many long results are kept to be read on in. */
const KEPT = 8;

export interface ResultPart {
  text: string;
  /** UTF-16 code units of the whole. */
  totalChars: number;
}

/** Results too long to be shown at once, under short names. The oldest goes first. */
export class LongResults {
  readonly #texts = new Map<string, string>();
  #count = 0;

  /** The text, or its begin and end with a note between them that says how to read on. */
  cap(text: string, maxChars: number): { text: string; more?: string } {
    if (text.length <= maxChars) return { text };
    const more = `r${++this.#count}`;
    this.#texts.set(more, text);
    for (const oldest of this.#texts.keys()) {
      if (this.#texts.size <= KEPT) break;
      this.#texts.delete(oldest);
    }
    const head = Math.floor(maxChars * 0.75);
    const tail = maxChars - head;
    const left = text.length - maxChars;
    return {
      text: `${text.slice(0, head)}\n[… ${left} of ${text.length} characters left out; readResult("${more}", ${head}) reads on]\n${text.slice(text.length - tail)}`,
      more,
    };
  }

  /** @throws BrowserError `unknown-handle` */
  read(name: string, start = 0, count = 8_000): ResultPart {
    const text = this.#texts.get(name);
    if (text === undefined)
      throw new BrowserError("unknown-handle", `Result ${name} is not kept any more. Run the script again.`);
    return { text: text.slice(start, start + count), totalChars: text.length };
  }
}

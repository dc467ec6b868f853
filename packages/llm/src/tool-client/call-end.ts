import type { Prose } from "./prose.js";
import { unreadable } from "./read-calls.js";
import { CALL_TAGS, readTag } from "./read-tag.js";
import type { Cursor, Region, TextCall, TextPiece } from "./scan-region.js";

/** Where a call stands. */
export interface CallSite {
  prose: Prose;
  /** JSON without a tag around it. */
  bare: boolean;
  /** There is prose before it on its line. */
  afterProse: boolean;
}

/**
 * What follows a call decides whether it is one: bare JSON must have its line to itself, and a block in the middle of
 * a sentence is talked about, so it is answered instead of run.
 */
export class CallEnd implements Region {
  #behindTag = false;

  constructor(
    private readonly calls: readonly TextCall[],
    private readonly raw: string,
    private readonly site: CallSite,
  ) {}

  /** The closing tag was read already. */
  behindTag(): this {
    this.#behindTag = true;
    return this;
  }

  read(cursor: Cursor, out: TextPiece[]): Region | undefined {
    const { bare } = this.site;
    if (!bare && !this.#behindTag && !this.#skipTag(cursor)) return undefined;
    if (!bare && !this.site.afterProse) return this.#accept(out);

    const at = skip(cursor.text, cursor.at, " \t\r");
    if (at === cursor.text.length && !cursor.final) return undefined;
    const next = cursor.text[at] ?? "\n";
    if (next === "\n" || (next === "<" && !bare)) return this.#accept(out);
    return bare ? this.#release(out) : this.#refuse(out);
  }

  /** Passes the closing tag, with brackets too many before it; false when more text is needed to tell. */
  #skipTag(cursor: Cursor): boolean {
    const { text, final } = cursor;
    const at = skip(text, cursor.at, " \t\r\n}]`");
    if (at === text.length) return final;
    const tag = text[at] === "<" ? readTag(text, at, final) : undefined;
    if (tag === "partial") return false;
    if (tag?.closing && CALL_TAGS.has(tag.name)) cursor.at = tag.end;
    this.#behindTag = true;
    return true;
  }

  #accept(out: TextPiece[]): Region {
    const { prose, bare } = this.site;
    if (bare && !this.calls.every(({ name }) => prose.isTool(name))) return this.#release(out);
    prose.took(this.calls, out);
    return prose;
  }

  #release(out: TextPiece[]): Region {
    out.push({ type: "text", text: this.raw });
    this.site.prose.onLine();
    return this.site.prose;
  }

  #refuse(out: TextPiece[]): Region {
    this.site.prose.took(this.calls.map(insideSentence), out);
    return this.site.prose;
  }
}

const insideSentence = ({ name, args, invalidArgs }: TextCall): TextCall => {
  const given = invalidArgs ?? JSON.stringify(args);
  return unreadable(`the block stands inside a sentence; give it a line of its own. It said ${given}`, name);
};

function skip(text: string, from: number, blanks: string): number {
  let at = from;
  while (at < text.length && blanks.includes(text[at]!)) at++;
  return at;
}

import { CallEnd, type CallSite } from "./call-end.js";
import { readCalls, unreadable } from "./read-calls.js";
import { CALL_TAGS, readTag, type Tag } from "./read-tag.js";
import type { Cursor, Region, TextPiece } from "./scan-region.js";

/**
 * A call written as JSON. It ends where its brackets are even and it can be read, or at a closing tag before which it
 * can be read: brackets and tags inside strings are content, until a quote too many has made that a guess.
 */
export class JsonBody implements Region {
  #body = "";
  #depth = 0;
  #inString = false;
  #escaped = false;
  #broken = false;

  constructor(private readonly site: CallSite) {}

  read(cursor: Cursor, out: TextPiece[]): Region | undefined {
    const { text, final } = cursor;
    for (let at = cursor.at; at < text.length; at++) {
      if (text[at] === "<" && !this.site.bare) {
        const tag = readTag(text, at, final);
        if (tag === "partial") return this.#take(cursor, at);
        if (isCloser(tag)) {
          const calls = readCalls(this.#body + text.slice(cursor.at, at));
          if (calls.length > 0) {
            this.#take(cursor, tag.end);
            return new CallEnd(calls, this.#body, this.site).behindTag();
          }
        }
      }
      if (!this.#evenAt(text.charCodeAt(at)) || this.#broken) continue;
      const calls = readCalls(this.#body + text.slice(cursor.at, at + 1));
      this.#broken = calls.length === 0;
      if (this.#broken) continue;
      this.#take(cursor, at + 1);
      return new CallEnd(calls, this.#body, this.site);
    }
    this.#take(cursor, text.length);
    return final ? this.#giveUp(cursor, out) : undefined;
  }

  #take(cursor: Cursor, to: number): undefined {
    this.#body += cursor.text.slice(cursor.at, to);
    cursor.at = to;
  }

  /** Follows strings and brackets; true where the outermost bracket closes. */
  #evenAt(code: number): boolean {
    if (this.#inString) {
      if (this.#escaped) this.#escaped = false;
      else if (code === BACKSLASH) this.#escaped = true;
      else if (code === QUOTE) this.#inString = false;
      return false;
    }
    if (code === QUOTE) this.#inString = true;
    else if (code === OPEN_BRACE || code === OPEN_BRACKET) this.#depth++;
    else if (code === CLOSE_BRACE || code === CLOSE_BRACKET) return --this.#depth === 0;
    return false;
  }

  /** The text is over and the call was not whole: what stands behind its first closing tag is read on its own. */
  #giveUp(cursor: Cursor, out: TextPiece[]): Region | undefined {
    const { site } = this;
    if (site.bare) {
      const call = unreadable(this.#body);
      const meant = site.prose.isTool(call.name) && this.#body.includes('"arguments"');
      if (meant) site.prose.took([call], out);
      else out.push({ type: "text", text: this.#body });
      return undefined;
    }
    const closer = cursor.cut ? undefined : firstCloser(this.#body);
    site.prose.took([unreadable(this.#body.slice(0, closer?.start))], out);
    if (!closer) return undefined;
    cursor.text = this.#body.slice(closer.end);
    cursor.at = 0;
    return site.prose;
  }
}

const [QUOTE, BACKSLASH, OPEN_BRACE, CLOSE_BRACE, OPEN_BRACKET, CLOSE_BRACKET] = [34, 92, 123, 125, 91, 93];

const isCloser = (tag: Tag | undefined): tag is Tag => tag?.closing === true && CALL_TAGS.has(tag.name);

function firstCloser(body: string): { start: number; end: number } | undefined {
  for (let start = body.indexOf("</"); start >= 0; start = body.indexOf("</", start + 1)) {
    const tag = readTag(body, start, true);
    if (tag !== "partial" && isCloser(tag)) return { start, end: tag.end };
  }
  return undefined;
}

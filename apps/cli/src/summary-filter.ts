/** A piece of what the model said: prose, or the line it writes for its working memory. */
export interface Piece {
  kind: "text" | "summary";
  text: string;
}

const OPEN = "<summary>";
const CLOSE = "</summary>";

/** Takes the `<summary>` lines out of streamed text. A tag may be split over any number of deltas. */
export class SummaryFilter {
  #held = "";
  #inside = false;
  /** Nothing but line ends came since a summary: it has a line of its own already. */
  #isBehind = false;

  push(delta: string): Piece[] {
    this.#held += delta;
    const pieces: Piece[] = [];
    for (;;) {
      const tag = this.#inside ? CLOSE : OPEN;
      const at = this.#held.indexOf(tag);
      if (at < 0) break;
      if (this.#inside) pieces.push({ kind: "summary", text: this.#held.slice(0, at).trim() });
      else if (at > 0) pieces.push({ kind: "text", text: this.#held.slice(0, at) });
      this.#held = this.#held.slice(at + tag.length);
      this.#isBehind = this.#inside;
      this.#inside = !this.#inside;
    }
    if (!this.#inside) pieces.push(...this.#release());
    return pieces;
  }

  /** What is left when the reply is whole; an unclosed summary is shown as one. */
  flush(): Piece[] {
    const rest = this.#held;
    const kind = this.#inside ? "summary" : "text";
    this.#held = "";
    this.#inside = false;
    this.#isBehind = false;
    return rest ? [{ kind, text: rest }] : [];
  }

  /** Everything but a tail that may be the beginning of a tag. */
  #release(): Piece[] {
    if (this.#isBehind) this.#held = this.#held.replace(/^\n+/, "");
    if (this.#held !== "") this.#isBehind = false;
    let keep = Math.min(OPEN.length - 1, this.#held.length);
    while (keep > 0 && !OPEN.startsWith(this.#held.slice(-keep))) keep--;
    const text = this.#held.slice(0, this.#held.length - keep);
    this.#held = this.#held.slice(this.#held.length - keep);
    return text ? [{ kind: "text", text }] : [];
  }
}

/** The text without its summary lines. */
export const withoutSummary = (value: string): string => {
  const filter = new SummaryFilter();
  return [...filter.push(value), ...filter.flush()]
    .filter(({ kind }) => kind === "text")
    .map(({ text }) => text)
    .join("")
    .trim();
};

/** BM25's usual values. */
export const K1 = 1.2;
const B = 0.75;
/** Words from which on a line counts as equally long. */
const LONGEST = 1023;
/** Lines in a block, as a power of two: only blocks whose best line matters are looked at, only those with a score emptied. */
const BLOCK_BITS = 6;
/** Less than any score. */
const MARKED = 1e-30;

/** What BM25 makes of the length of a line, by its words. */
export interface LengthTables {
  /** Added to a count. */
  norms: Float32Array;
  /** What a word gives that stands once, and twice: a division for each line costs much of the time. */
  once: Float32Array;
  twice: Float32Array;
}

export function lengthTables(meanWords: number): LengthTables {
  const norms = Float32Array.from(
    { length: LONGEST + 1 },
    (_, words) => K1 * (1 - B + (B * words) / meanWords),
  );
  return { norms, once: norms.map((norm) => 1 / (1 + norm)), twice: norms.map((norm) => 2 / (2 + norm)) };
}

/** The scores of one segment's lines for one question; used again for the next one. */
export class SegmentScores {
  /** By line. */
  readonly scores: Float32Array;
  /** By block: the highest score in it; 0 where no line has one. */
  readonly #highest: Float32Array;
  readonly #lengths: Uint16Array;

  constructor(lengths: Uint16Array) {
    this.#lengths = lengths;
    this.scores = new Float32Array(lengths.length);
    this.#highest = new Float32Array((lengths.length >> BLOCK_BITS) + 1);
  }

  /**
   * Adds what one word gives to each line of its list.
   *
   * @param allowed by line; 0 for one that may not be shown
   * @param onlyMarked lines in blocks that have no score yet are passed over
   */
  add(
    postings: Uint8Array,
    weight: number,
    { norms, once, twice }: LengthTables,
    allowed?: Uint8Array,
    onlyMarked = false,
  ): void {
    const { scores } = this;
    const lengths = this.#lengths;
    const highest = this.#highest;
    const end = postings.length;
    const factor = weight * (K1 + 1);
    let doc = -1;
    for (let at = 0; at < end; ) {
      let value = postings[at++]!;
      if (value > 127) {
        let byte = value;
        value &= 127;
        for (let shift = 7; byte > 127 && at < end; shift += 7) {
          byte = postings[at++]!;
          value |= (byte & 127) << shift;
        }
      }
      doc += value >>> 1;
      if (doc >= lengths.length) break; // damaged: the rest of the list cannot be trusted
      const block = doc >> BLOCK_BITS;
      if (onlyMarked && highest[block] === 0) {
        if (value & 1) at++;
        continue;
      }
      const words = Math.min(lengths[doc]!, LONGEST);
      let share = once[words]!;
      if (value & 1) {
        const count = at < end ? postings[at++]! : 1;
        share = count === 2 ? twice[words]! : count / (count + norms[words]!);
      }
      if (allowed !== undefined && allowed[doc] === 0) continue;
      const score = scores[doc]! + factor * share;
      scores[doc] = score;
      if (score > highest[block]!) highest[block] = score;
    }
  }

  /** The lines with the highest scores of all that are above `least`, best first. */
  best(count: number, least: number): number[] {
    const { scores } = this;
    let found: number[] = [];
    let bound = least;
    const keep = (): void => {
      found = found.sort((a, b) => scores[b]! - scores[a]! || a - b).slice(0, count);
      if (found.length === count) bound = scores[found.at(-1)!]!;
    };
    const highest = this.#highest;
    for (let block = 0; block < highest.length; block++) {
      if (highest[block]! <= bound) continue;
      const end = Math.min(scores.length, (block + 1) << BLOCK_BITS);
      for (let doc = block << BLOCK_BITS; doc < end; doc++) if (scores[doc]! > bound) found.push(doc);
      if (found.length > 4 * count) keep();
    }
    keep();
    return found;
  }

  /** The least score that a line must have in the end to be among the best: scores only grow. */
  leastOf(count: number, least: number): number {
    const found = this.best(count, least);
    return found.length < count ? least : this.scores[found.at(-1)!]!;
  }

  /** Marks the blocks beside those with a score too: lines beside a line count for it. */
  widen(): void {
    const highest = this.#highest;
    const before = highest.slice();
    for (let block = 0; block < highest.length; block++)
      if (highest[block] === 0 && (before[block - 1] || before[block + 1])) highest[block] = MARKED;
  }

  clear(): void {
    const highest = this.#highest;
    for (let block = 0; block < highest.length; block++) {
      if (highest[block] === 0) continue;
      this.scores.fill(0, block << BLOCK_BITS, (block + 1) << BLOCK_BITS);
      highest[block] = 0;
    }
  }
}

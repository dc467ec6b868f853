/** BM25's usual values. */
const K1 = 1.2;
const B = 0.75;
/** Words from which on a line counts as equally long. */
const LONGEST = 1023;
/** Lines in a block, as a power of two: only blocks with a score are looked at and emptied. */
const BLOCK_BITS = 6;

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
  readonly #hasScores: Uint8Array;
  readonly #lengths: Uint16Array;

  constructor(lengths: Uint16Array) {
    this.#lengths = lengths;
    this.scores = new Float32Array(lengths.length);
    this.#hasScores = new Uint8Array((lengths.length >> BLOCK_BITS) + 1);
  }

  /**
   * Adds what one word gives to each line of its list.
   *
   * @param allowed by line; 0 for one that may not be shown
   */
  add(
    postings: Uint8Array,
    weight: number,
    { norms, once, twice }: LengthTables,
    allowed?: Uint8Array,
  ): void {
    const { scores } = this;
    const lengths = this.#lengths;
    const hasScores = this.#hasScores;
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
      const words = Math.min(lengths[doc]!, LONGEST);
      let share = once[words]!;
      if (value & 1) {
        const count = at < end ? postings[at++]! : 1;
        share = count === 2 ? twice[words]! : count / (count + norms[words]!);
      }
      if (allowed !== undefined && allowed[doc] === 0) continue;
      scores[doc]! += factor * share;
      hasScores[doc >> BLOCK_BITS] = 1;
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
    for (let block = 0; block < this.#hasScores.length; block++) {
      if (this.#hasScores[block] === 0) continue;
      const end = Math.min(scores.length, (block + 1) << BLOCK_BITS);
      for (let doc = block << BLOCK_BITS; doc < end; doc++) if (scores[doc]! > bound) found.push(doc);
      if (found.length > 4 * count) keep();
    }
    keep();
    return found;
  }

  clear(): void {
    for (let block = 0; block < this.#hasScores.length; block++) {
      if (this.#hasScores[block] === 0) continue;
      this.scores.fill(0, block << BLOCK_BITS, (block + 1) << BLOCK_BITS);
      this.#hasScores[block] = 0;
    }
  }
}

/** A session's part in a segment: its documents lie together, in order. */
export interface SegmentSession {
  id: string;
  /** ISO time of its first line. */
  at: string;
  /** Number of its first document in the segment. */
  first: number;
  /** Bytes of the journal that are indexed here. */
  from: number;
  to: number;
}

/** All of a segment, as it is written and read. */
export interface SegmentData {
  sessions: SegmentSession[];
  /** Names of those who speak, besides user, agent and tool. */
  speakers: string[];
  /** Sorted hashes of stems. */
  terms: Uint32Array;
  /** In how many documents each stands. */
  frequencies: Uint32Array;
  /** Where each list of documents begins in `postings`; one more than there are terms. */
  starts: Uint32Array;
  postings: Uint8Array;
  /** Where each document's line begins in its journal. */
  offsets: Uint32Array;
  /** Words in each document, at most 65 535. */
  lengths: Uint16Array;
  /** Who speaks in each. */
  speakerOf: Uint8Array;
}

/** Collects documents in typed arrays: a hash table of terms, and one row a posting that is sorted at the end. */
export class SegmentBuilder {
  readonly sessions: SegmentSession[] = [];
  readonly speakers: string[] = [];
  docs = 0;
  #offsets = new Uint32Array(1 << 14);
  #lengths = new Uint16Array(1 << 14);
  #speakerOf = new Uint8Array(1 << 14);

  /** Rows of hash, number + 1, latest posting and its document: all that a word needs lies together. */
  #table = new Int32Array(ROW << 17);
  #termCount = 0;

  #postTerm = new Uint32Array(1 << 20);
  #postDoc = new Uint32Array(1 << 20);
  #postCount = new Uint8Array(1 << 20);
  #posts = 0;

  add(hashes: Uint32Array, count: number, offset: number, speaker: number): void {
    const doc = this.docs++;
    if (doc === this.#offsets.length) {
      this.#offsets = grown(this.#offsets);
      this.#lengths = grown(this.#lengths);
      this.#speakerOf = grown(this.#speakerOf);
    }
    this.#offsets[doc] = offset;
    this.#lengths[doc] = Math.min(count, 65535);
    this.#speakerOf[doc] = speaker;
    for (let index = 0; index < count; index++) this.#post(hashes[index]!, doc);
  }

  speakerNumber(name: string, known: number): number {
    let index = this.speakers.indexOf(name);
    if (index < 0 && this.speakers.length < 250 - known) index = this.speakers.push(name) - 1;
    return index < 0 ? 0 : known + index;
  }

  build(): SegmentData {
    const { terms, rank } = this.#sortedTerms();
    const frequencies = new Uint32Array(terms.length);
    for (let post = 0; post < this.#posts; post++) frequencies[rank[this.#postTerm[post]!]!]!++;
    const { docs, counts } = this.#sorted(rank, frequencies);
    return {
      ...{ sessions: this.sessions, speakers: this.speakers, terms, frequencies },
      ...encode(frequencies, docs, counts),
      offsets: this.#offsets.slice(0, this.docs),
      lengths: this.#lengths.slice(0, this.docs),
      speakerOf: this.#speakerOf.slice(0, this.docs),
    };
  }

  #post(hash: number, doc: number): void {
    const row = this.#rowOf(hash);
    const table = this.#table;
    if (table[row + LATEST_DOC] === doc) {
      const latest = table[row + LATEST]!;
      if (this.#postCount[latest]! < 255) this.#postCount[latest]!++;
      return;
    }
    const post = this.#posts++;
    if (post === this.#postTerm.length) {
      this.#postTerm = grown(this.#postTerm);
      this.#postDoc = grown(this.#postDoc);
      this.#postCount = grown(this.#postCount);
    }
    this.#postTerm[post] = table[row + NUMBER]! - 1;
    this.#postDoc[post] = doc;
    this.#postCount[post] = 1;
    table[row + LATEST] = post;
    table[row + LATEST_DOC] = doc;
  }

  #rowOf(hash: number): number {
    const table = this.#table;
    const mask = table.length - 1;
    let row = rowFor(hash, mask);
    for (; table[row + NUMBER] !== 0; row = (row + ROW) & mask) if (table[row] === (hash | 0)) return row;
    if (2 * ROW * this.#termCount >= table.length) {
      this.#rehash();
      return this.#rowOf(hash);
    }
    table[row] = hash;
    table[row + NUMBER] = ++this.#termCount;
    table[row + LATEST_DOC] = -1;
    return row;
  }

  #rehash(): void {
    const old = this.#table;
    const table = new Int32Array(2 * old.length);
    const mask = table.length - 1;
    for (let from = 0; from < old.length; from += ROW) {
      if (old[from + NUMBER] === 0) continue;
      let row = rowFor(old[from]!, mask);
      while (table[row + NUMBER] !== 0) row = (row + ROW) & mask;
      table.set(old.subarray(from, from + ROW), row);
    }
    this.#table = table;
  }

  /** The hashes in order, and the place in it of each term. */
  #sortedTerms(): { terms: Uint32Array; rank: Uint32Array } {
    const table = this.#table;
    const terms = new Uint32Array(this.#termCount);
    for (let row = 0, count = 0; row < table.length; row += ROW)
      if (table[row + NUMBER] !== 0) terms[count++] = table[row]!;
    terms.sort();
    const rank = new Uint32Array(terms.length);
    for (let place = 0; place < terms.length; place++)
      rank[table[this.#rowOf(terms[place]!) + NUMBER]! - 1] = place;
    return { terms, rank };
  }

  /** By term, then by document: a counting sort, as the rows are in document order already. */
  #sorted(rank: Uint32Array, frequencies: Uint32Array): { docs: Uint32Array; counts: Uint8Array } {
    const next = new Uint32Array(frequencies.length);
    for (let index = 1; index < frequencies.length; index++)
      next[index] = next[index - 1]! + frequencies[index - 1]!;
    const docs = new Uint32Array(this.#posts);
    const counts = new Uint8Array(this.#posts);
    for (let post = 0; post < this.#posts; post++) {
      const place = next[rank[this.#postTerm[post]!]!]!++;
      docs[place] = this.#postDoc[post]!;
      counts[place] = this.#postCount[post]!;
    }
    return { docs, counts };
  }
}

/** Fields of a row of the table of terms. */
const ROW = 4;
const NUMBER = 1;
const LATEST = 2;
const LATEST_DOC = 3;

const rowFor = (hash: number, mask: number): number => Math.imul(hash ^ (hash >>> 15), ROW) & mask;

type Growing = Uint8Array | Uint16Array | Uint32Array | Int32Array;

function grown<T extends Growing>(array: T): T {
  const larger = new (array.constructor as new (length: number) => T)(2 * array.length);
  larger.set(array);
  return larger;
}

/** Distances between documents as 7-bit groups; the lowest bit says that a count follows. */
function encode(
  frequencies: Uint32Array,
  docs: Uint32Array,
  counts: Uint8Array,
): { postings: Uint8Array; starts: Uint32Array } {
  const bytes = new Uint8Array(6 * docs.length);
  const starts = new Uint32Array(frequencies.length + 1);
  let at = 0;
  let post = 0;
  for (let term = 0; term < frequencies.length; term++) {
    starts[term] = at;
    let previous = -1;
    for (const end = post + frequencies[term]!; post < end; post++) {
      const count = counts[post]!;
      let value = (docs[post]! - previous) * 2 + (count > 1 ? 1 : 0);
      previous = docs[post]!;
      while (value > 127) {
        bytes[at++] = (value & 127) | 128;
        value >>>= 7;
      }
      bytes[at++] = value;
      if (count > 1) bytes[at++] = count;
    }
  }
  starts[frequencies.length] = at;
  return { postings: bytes.slice(0, at), starts };
}

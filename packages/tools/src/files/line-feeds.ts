/** Counts and finds the line ends of bytes whose characters are one byte, or two in this order, wide. */
export interface LineFeeds {
  count(bytes: Buffer): number;
  /** The position after the `n`-th line feed, counted from 1; -1 where there are fewer. */
  after(bytes: Buffer, n: number): number;
  /** The position after the last line feed; -1 where there is none. */
  afterLast(bytes: Buffer): number;
}

const LINE_FEED = 10;

export const lineFeedsOf = (encoding: string): LineFeeds => {
  if (encoding === "UTF-16LE") return wide([LINE_FEED, 0]);
  return encoding === "UTF-16BE" ? wide([0, LINE_FEED]) : narrow;
};

const narrow: LineFeeds = {
  count: countLineFeeds,
  after(bytes, n) {
    let at = -1;
    for (let found = 0; found < n; found++) {
      at = bytes.indexOf(LINE_FEED, at + 1);
      if (at < 0) return -1;
    }
    return at + 1;
  },
  afterLast: (bytes) => bytes.lastIndexOf(LINE_FEED) + 1 || -1,
};

/** Four bytes at a time: a byte that equals the line feed becomes zero, and only a zero keeps its high bit clear. */
function countLineFeeds(bytes: Buffer): number {
  const start = Math.min(-bytes.byteOffset & 3, bytes.length);
  const end = start + ((bytes.length - start) & ~3);
  let count = countOneByOne(bytes, 0, start) + countOneByOne(bytes, end, bytes.length);
  if (start === end) return count;
  const words = new Uint32Array(bytes.buffer, bytes.byteOffset + start, (end - start) >> 2);
  for (let at = 0; at < words.length; at++) {
    const word = words[at]! ^ 0x0a0a0a0a;
    let zeros = ~(((word & 0x7f7f7f7f) + 0x7f7f7f7f) | word) & 0x80808080;
    for (; zeros !== 0; zeros &= zeros - 1) count++;
  }
  return count;
}

function countOneByOne(bytes: Buffer, from: number, to: number): number {
  let count = 0;
  for (let at = from; at < to; at++) if (bytes[at] === LINE_FEED) count++;
  return count;
}

const wide = ([first, second]: [number, number]): LineFeeds => {
  const after = (bytes: Buffer, n: number): number => {
    if (n === 0) return 0;
    let found = 0;
    for (let at = 0; at + 1 < bytes.length; at += 2)
      if (bytes[at] === first && bytes[at + 1] === second && ++found === n) return at + 2;
    return -1;
  };
  const count = (bytes: Buffer): number => {
    let found = 0;
    for (let at = 0; at + 1 < bytes.length; at += 2)
      if (bytes[at] === first && bytes[at + 1] === second) found++;
    return found;
  };
  const afterLast = (bytes: Buffer): number => {
    for (let at = bytes.length - (bytes.length % 2) - 2; at >= 0; at -= 2)
      if (bytes[at] === first && bytes[at + 1] === second) return at + 2;
    return -1;
  };
  return { count, after, afterLast };
};

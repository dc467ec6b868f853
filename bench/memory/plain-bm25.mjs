// BM25 as it stands in the textbook: small letters, words as they are, k1 1.2, b 0.75.
const K1 = 1.2;
const B = 0.75;

/** @param {string[]} texts @returns {(question: string, count: number) => number[]} */
export function plainBm25(texts) {
  const docs = texts.map(wordsOf);
  const mean = docs.reduce((sum, words) => sum + words.length, 0) / docs.length;
  const lists = new Map();
  for (const [doc, words] of docs.entries())
    for (const word of words) {
      const list = lists.get(word) ?? new Map();
      list.set(doc, (list.get(doc) ?? 0) + 1);
      lists.set(word, list);
    }
  return (question, count) => {
    const scores = new Float64Array(docs.length);
    for (const word of new Set(wordsOf(question))) {
      const list = lists.get(word) ?? new Map();
      const weight = Math.log(1 + (docs.length - list.size + 0.5) / (list.size + 0.5));
      for (const [doc, times] of list)
        scores[doc] += (weight * times * (K1 + 1)) / (times + K1 * (1 - B + (B * docs[doc].length) / mean));
    }
    const order = [...scores.keys()].filter((doc) => scores[doc] > 0);
    return order.sort((a, b) => scores[b] - scores[a]).slice(0, count);
  };
}

const wordsOf = (text) => text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];

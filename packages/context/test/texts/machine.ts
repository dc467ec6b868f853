/** Texts that machines write or read, made from a seed: code, JSON, HTML, logs, tables, base64. */
export const MACHINE: Record<string, (seed: number) => string> = {
  code: (seed) =>
    lines(12, (i) => {
      const name = `${WORDS[(seed + i) % WORDS.length]}${capital(WORDS[(seed * 3 + i) % WORDS.length]!)}`;
      return `export function ${name}(items: readonly Item[], limit = ${seed * 7 + i}): number {\n  let total = 0;\n  for (const item of items) {\n    if (item.size > limit) continue;\n    total += item.size * ${i + 1};\n  }\n  return total;\n}\n`;
    }),
  json: (seed) =>
    JSON.stringify(
      Array.from({ length: 12 }, (_, i) => ({
        id: seed * 1_000 + i,
        name: WORDS[(seed + i) % WORDS.length],
        active: i % 2 === 0,
        price: (seed * 13.37 + i).toFixed(2),
        tags: [WORDS[(i * 5) % WORDS.length], WORDS[(i * 3 + seed) % WORDS.length]],
      })),
      null,
      seed % 2 ? 2 : 0,
    ),
  html: (seed) =>
    lines(
      10,
      (i) =>
        `<div class="card card-${i}" data-id="${seed * 100 + i}"><a href="/items/${i}?ref=${WORDS[i]}">${capital(WORDS[(seed + i) % WORDS.length]!)}</a><span class="price">$${i * 9}.99</span></div>`,
    ),
  log: (seed) =>
    lines(
      15,
      (i) =>
        `2026-03-${10 + (seed % 18)}T08:${10 + i}:0${i % 10}.${100 + i * 7}Z INFO [worker-${i % 4}] ${WORDS[(seed + i) % WORDS.length]} finished in ${i * 31 + seed} ms`,
    ),
  csv: (seed) =>
    lines(
      25,
      (i) =>
        `${seed * 31 + i},${WORDS[i % WORDS.length]},${(i * 3.7).toFixed(1)},2026-0${1 + (i % 9)}-1${i % 10}`,
    ),
  base64: (seed) =>
    pseudoRandom(seed, 800, "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/"),
};

const WORDS =
  "parse report index order user cache total stream column filter budget window message history server account".split(
    " ",
  );

const capital = (word: string): string => word[0]!.toUpperCase() + word.slice(1);

const lines = (count: number, line: (index: number) => string): string =>
  Array.from({ length: count }, (_, index) => line(index)).join("\n");

export function pseudoRandom(seed: number, length: number, alphabet: string): string {
  const chars = [...alphabet];
  let state = seed * 7_919 + 1;
  let text = "";
  for (let i = 0; i < length; i++) {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    text += chars[Math.floor((state / 2 ** 32) * chars.length)]!;
  }
  return text;
}

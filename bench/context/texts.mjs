import { readFileSync } from "node:fs";

/** Sentences in ten languages, shared with the tests of the package. */
export const LANGUAGES = JSON.parse(
  readFileSync(new URL("../../packages/context/test/texts/languages.json", import.meta.url), "utf8"),
);

const repeat = (count, make) => Array.from({ length: count }, (_, index) => make(index)).join("");

/** Texts of machines: each kind makes one of about 1,500 characters from a source of random numbers. */
export const MACHINE = {
  typescript: ({ pick, below }) =>
    repeat(8, () => {
      const [noun, verb] = [pick(NOUNS), pick(VERBS)];
      const type = noun[0].toUpperCase() + noun.slice(1);
      return `/** ${verb}s a ${noun}. */\nexport async function ${verb}${type}(input: ${type}Options): Promise<${type}> {\n  const found = await store.get(input.id, { retries: ${below(9)} });\n  if (!found) throw new Error(\`no ${noun} \${input.id}\`);\n  return { ...found, updatedAt: Date.now() - ${below(9_999)} };\n}\n\n`;
    }),
  python: ({ pick, below }) =>
    repeat(9, () => {
      const [noun, verb] = [pick(NOUNS), pick(VERBS)];
      return `def ${verb}_${noun}(path, limit=${below(500)}):\n    with open(path, encoding="utf-8") as handle:\n        rows = [line.split(",") for line in handle if line.strip()]\n    return sorted(rows, key=lambda row: row[${below(5)}])[:limit]\n\n\n`;
    }),
  json: ({ pick, below }) =>
    JSON.stringify(
      Array.from({ length: 14 }, () => ({
        id: below(1_000_000),
        kind: pick(NOUNS),
        done: below(2) === 1,
        score: below(10_000) / 100,
        path: `/srv/${pick(NOUNS)}/${pick(VERBS)}-${below(99)}.json`,
      })),
      null,
      below(2) * 2,
    ),
  html: ({ pick, below }) =>
    repeat(
      12,
      () =>
        `<li class="row row--${pick(NOUNS)}"><a href="/${pick(NOUNS)}/${below(9_999)}" title="${pick(VERBS)} it">${pick(NOUNS)} ${below(99)}</a> <span>${pick(VERBS)}</span></li>\n`,
    ),
  log: ({ pick, below }) =>
    repeat(
      18,
      () =>
        `2026-0${1 + below(9)}-1${below(9)} 0${below(9)}:${10 + below(49)}:${10 + below(49)},${100 + below(899)} [${pick(["INFO", "WARN", "ERROR"])}] ${pick(NOUNS)}.${pick(VERBS)}: took ${below(5_000)} ms\n`,
    ),
  csv: ({ pick, below }) =>
    repeat(
      45,
      () =>
        `${below(99_999)},${pick(NOUNS)},${(below(9_999) / 7).toFixed(3)},${pick(VERBS)},2026-03-${10 + below(20)}\n`,
    ),
  base64: ({ pick }) => repeat(1_200, () => pick(BASE64)),
  hex: ({ pick }) => repeat(40, () => `${repeat(32, () => pick("0123456789abcdef"))} `),
};

/** Texts that make no sense: each kind fills `chars` characters. */
export const NOISE = {
  ascii: ({ below }, chars) => repeat(chars, () => String.fromCharCode(32 + below(95))),
  letters: ({ below }, chars) => repeat(chars, () => (below(7) ? String.fromCharCode(97 + below(26)) : " ")),
  han: ({ below }, chars) => repeat(chars, () => String.fromCharCode(0x4e00 + below(20_992))),
  kana: ({ below }, chars) => repeat(chars, () => String.fromCharCode(0x3041 + below(182))),
  hangul: ({ below }, chars) => repeat(chars, () => String.fromCharCode(0xac00 + below(11_172))),
  emoji: ({ below }, chars) => repeat(chars / 2, () => String.fromCodePoint(0x1f300 + below(0x350))),
  anyPlane: ({ below }, chars) => repeat(chars, () => String.fromCharCode(32 + below(0xd7e0))),
  shuffled: ({ pick }, chars) => {
    const letters = pick(Object.values(LANGUAGES)).join("");
    return repeat(chars, () => pick(letters));
  },
  oneChar: ({ pick }, chars) => pick(pick(Object.values(LANGUAGES)).join("")).repeat(chars),
};

const NOUNS =
  "account branch cache device engine folder gateway handler invoice journal kernel ledger message network order parser queue report schema token user vector worker".split(
    " ",
  );
const VERBS =
  "add build check delete export fetch group hide import join keep load merge open parse query read save trim update verify write".split(
    " ",
  );
const BASE64 = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

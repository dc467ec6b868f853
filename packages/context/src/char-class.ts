import { FEATURE, type TextFeature } from "./token-weights.js";

/** Characters that form Latin words, and the kinds the scanner treats in runs; above any feature's number. */
export const LOWER = 200;
export const UPPER = 201;
const ACCENT = 202;
export const ACCENT_UPPER = 203;
export const LATIN_EXTENDED = 204;
export const DIGIT = 205;
export const SPACE = 206;
export const NEWLINE = 207;
export const PUNCTUATION = 208;

let table: Uint8Array | undefined;

/** For each UTF-16 code unit one of the classes above, or the feature that counts it. Built at first use. */
export function charClasses(): Uint8Array {
  table ??= buildTable();
  return table;
}

function buildTable(): Uint8Array {
  const classes = new Uint8Array(0x10000).fill(FEATURE.threeBytes);
  for (const [first, last, name] of SCRIPTS) classes.fill(FEATURE[name], first, last + 1);
  for (const [first, last, kind] of LATIN) classes.fill(kind, first, last + 1);
  for (const [encoding, firstRow, lastRow, name] of EVERYDAY_SETS)
    for (const char of decodeRows(encoding, firstRow, lastRow)) {
      const code = char.charCodeAt(0);
      if (code >= 0x4e00 && code < 0xd7a4) classes[code] = FEATURE[name];
    }
  for (const [name, chars] of FREQUENT) for (const char of chars) classes[char.charCodeAt(0)] = FEATURE[name];
  return classes;
}

const SCRIPTS: readonly (readonly [first: number, last: number, name: TextFeature])[] = [
  [0x0080, 0x07ff, "twoBytes"],
  [0x0370, 0x03ff, "greek"],
  [0x0400, 0x045f, "cyrillic"],
  [0x0490, 0x0491, "cyrillic"],
  [0x0531, 0x0587, "caucasian"],
  [0x05b0, 0x05ea, "hebrew"],
  [0x0621, 0x064a, "arabic"],
  [0x067e, 0x06d5, "arabic"],
  [0x0900, 0x097f, "devanagari"],
  [0x0980, 0x0dff, "indic"],
  [0x0e00, 0x0e7f, "thai"],
  [0x10d0, 0x10ff, "caucasian"],
  [0x2010, 0x2bff, "symbol"],
  [0x3000, 0x303f, "symbol"],
  [0x3040, 0x30ff, "kana"],
  [0x4e00, 0x9fff, "hanRare"],
  [0xac00, 0xd7a3, "hangulRare"],
  [0xd800, 0xdbff, "astral"],
  [0xff01, 0xffef, "symbol"],
];

const LATIN: readonly (readonly [first: number, last: number, kind: number])[] = [
  [0x00, 0x1f, FEATURE.twoBytes],
  [0x21, 0x7e, PUNCTUATION],
  [0x7f, 0x7f, FEATURE.twoBytes],
  [0x09, 0x09, SPACE],
  [0x0a, 0x0a, NEWLINE],
  [0x0d, 0x0d, NEWLINE],
  [0x20, 0x20, SPACE],
  [0x30, 0x39, DIGIT],
  [0x41, 0x5a, UPPER],
  [0x61, 0x7a, LOWER],
  [0x80, 0xbf, FEATURE.symbol],
  [0xc0, 0xde, ACCENT_UPPER],
  [0xd7, 0xd7, FEATURE.symbol],
  [0xdf, 0x17f, ACCENT],
  [0xf7, 0xf7, FEATURE.symbol],
  [0x180, 0x24f, LATIN_EXTENDED],
  [0x1a0, 0x1a1, ACCENT],
  [0x1af, 0x1b0, ACCENT],
  [0x1e00, 0x1eff, LATIN_EXTENDED],
];

/**
 * Which of the 20 992 ideographs and 11 172 syllables are in everyday use: level 1 of Big5, JIS X 0208 and
 * GB 2312, and KS X 1001. Every platform with `TextDecoder` knows these sets; no table has to ship.
 */
const EVERYDAY_SETS: readonly (readonly [
  encoding: string,
  firstRow: number,
  lastRow: number,
  TextFeature,
])[] = [
  ["big5", 0xa4, 0xc6, "han"],
  ["shift_jis", 0x88, 0x97, "han"],
  ["gbk", 0xb0, 0xd7, "han"],
  ["euc-kr", 0xb0, 0xc8, "hangul"],
];

/** The second bytes of a row that belong to the standard's own level 1, not to a later extension of the encoding. */
const COLUMNS: Record<string, readonly (readonly [first: number, last: number])[]> = {
  big5: [
    [0x40, 0x7e],
    [0xa1, 0xfe],
  ],
  shift_jis: [
    [0x40, 0x7e],
    [0x80, 0xfc],
  ],
  gbk: [[0xa1, 0xfe]],
  "euc-kr": [[0xa1, 0xfe]],
};

function decodeRows(encoding: string, firstRow: number, lastRow: number): string {
  const bytes: number[] = [];
  for (let row = firstRow; row <= lastRow; row++)
    for (const [first, last] of COLUMNS[encoding]!)
      for (let column = first; column <= last; column++) bytes.push(row, column);
  try {
    return new TextDecoder(encoding).decode(new Uint8Array(bytes));
  } catch {
    return ""; // A runtime with a small ICU: everything counts as rare, which errs on the safe side.
  }
}

/** Written down by hand from general letter and character frequency; what matters is the split, not the order. */
const FREQUENT: readonly (readonly [TextFeature, string])[] = [
  ["wide", "，。、；：？！（）《》「」『』【】“”‘’—–…·　～％→•─│"],
  ["cyrillicTop", "оеаинтсрвлкОЕАИНТСРВЛК"],
  ["arabicTop", "اليمونرتبهد"],
  ["kanaTop", "のにはをたがでとしてるいなもれさかうんらくすりっーイスンルラトリド"],
  [
    "hanTop",
    "的一是不了在人有我他这个们中来上大为和国地到以说时要就出会可也你对生能而子那得于着下自之年过发后" +
      "作里用道行所然家种事成方多经么去法学如都同现当没动面起看定天分还进好小部其些主样理心她本前开但因" +
      "只从想实日军者意无力它与长把机十民第公此已工使情明性知全三又关点正业外将两高间由问很最重并物手应" +
      "战向头文体政美相见被利什二等产或新己制身果加西斯月话合回特代内信表化老给世位次度门任常先海通教儿" +
      "原东声提立及比员解水名真论处走义各入几口认条平系气题活尔更别打女变四神总何电数安少报才结反受目太" +
      "量再感建务做接必场件计管期市直德资命山金指克许统区保至队形社便空决治展马科司五基眼书非则听白却界" +
      "达光放强即像难且权思王象完设式色路记南品住告类求据程北边死张该交规万取拉格望觉术领共确传师观清今" +
      "切院让识候带导争运這個們來為國說時會對發後裡經過還進開實長機當動學樣點業關問頭體見話變員門電號無" +
      "從與將應兩給論處義條氣題區統報數結務場計書級確認設記類據權領請輸檔錯誤選項連線误効変実間示処",
  ],
  [
    "hangulTop",
    "이다는을의에가를고하은한로지사인기어도리시자나니라스정서있아들으수대일부것보해장과전만제여주게그" +
      "와원구습상공조요우면된했할안동음없까무내거유생소모적되않려중오트용성영파드실계경재방미선설위치행" +
      "연물국비신년진문화회차명추관복개간단각",
  ],
];

/** What a code unit is to the tokeniser. */
export const OTHER = 0;
export const LETTER = 1;
/** Written without spaces: taken by pairs. */
export const PAIRED = 2;

export interface CharTables {
  /** Class by code unit. */
  kind: Uint8Array;
  /** The small letter by code unit. */
  lower: Uint16Array;
}

let tables: CharTables | undefined;

/** Made once, when the first text that is not ASCII comes along. */
export function charTables(): CharTables {
  if (tables) return tables;
  const kind = new Uint8Array(65536);
  const lower = new Uint16Array(65536);
  for (let unit = 0; unit < 65536; unit++) {
    lower[unit] = unit;
    if (unit >= 0xd800 && unit < 0xe000) continue;
    const character = String.fromCharCode(unit);
    if (isPaired(unit)) kind[unit] = PAIRED;
    else if (/[\p{L}\p{N}]/u.test(character)) kind[unit] = LETTER;
    const small = character.toLowerCase();
    if (small.length === 1) lower[unit] = small.charCodeAt(0);
  }
  tables = { kind, lower };
  return tables;
}

/** Han, Kana and Hangul. */
const isPaired = (unit: number): boolean =>
  (unit >= 0x3041 && unit <= 0x30ff) ||
  (unit >= 0x3400 && unit <= 0x9fff) ||
  (unit >= 0xac00 && unit <= 0xd7a3) ||
  (unit >= 0xf900 && unit <= 0xfaff);

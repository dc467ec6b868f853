/** Characters that move the cursor, colour, or turn the direction of a text: what is shown would not be what runs. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
const DECEIVING = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff]/g;

/** A text of somebody else for the terminal, its invisible characters made visible. Line ends and tabs stay. */
export const printable = (text: string): string =>
  text
    .replaceAll("\r\n", "\n")
    .replace(DECEIVING, (sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, "0")}`);

// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
const CONTROLS = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f]/g;

/** A stranger's text for the terminal: it cannot move the cursor, colour, or set the window's title. */
export const withoutControls = (text: string): string =>
  text.replaceAll("\r\n", "\n").replaceAll("\t", "    ").replace(CONTROLS, "");

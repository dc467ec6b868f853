export interface KeyDefinition {
  key: string;
  code: string;
  /** `windowsVirtualKeyCode`: what old pages read as `keyCode`. */
  keyCode: number;
  /** What it writes; absent for keys that write nothing. */
  text?: string;
}

const NAMED: Record<string, [code: string, keyCode: number, text?: string]> = {
  Enter: ["Enter", 13, "\r"],
  Tab: ["Tab", 9],
  Escape: ["Escape", 27],
  Backspace: ["Backspace", 8],
  Delete: ["Delete", 46],
  Insert: ["Insert", 45],
  Home: ["Home", 36],
  End: ["End", 35],
  PageUp: ["PageUp", 33],
  PageDown: ["PageDown", 34],
  ArrowLeft: ["ArrowLeft", 37],
  ArrowUp: ["ArrowUp", 38],
  ArrowRight: ["ArrowRight", 39],
  ArrowDown: ["ArrowDown", 40],
  Shift: ["ShiftLeft", 16],
  Control: ["ControlLeft", 17],
  Alt: ["AltLeft", 18],
  Meta: ["MetaLeft", 91],
  " ": ["Space", 32, " "],
};

const ALIASES: Record<string, string> = {
  space: " ",
  esc: "Escape",
  return: "Enter",
  del: "Delete",
  ctrl: "Control",
  cmd: "Meta",
  command: "Meta",
  option: "Alt",
  up: "ArrowUp",
  down: "ArrowDown",
  left: "ArrowLeft",
  right: "ArrowRight",
};

/** Characters of the US keyboard beside letters and digits: without and with Shift, and their key. */
const SIGNS: [plain: string, shifted: string, code: string, keyCode: number][] = [
  ["-", "_", "Minus", 189],
  ["=", "+", "Equal", 187],
  ["[", "{", "BracketLeft", 219],
  ["]", "}", "BracketRight", 221],
  ["\\", "|", "Backslash", 220],
  [";", ":", "Semicolon", 186],
  ["'", '"', "Quote", 222],
  ["`", "~", "Backquote", 192],
  [",", "<", "Comma", 188],
  [".", ">", "Period", 190],
  ["/", "?", "Slash", 191],
];
const SHIFTED_DIGITS = ")!@#$%^&*(";

/** The key of a name (`Enter`, `F5`, `ctrl`) or of a character; undefined for what no US keyboard has. */
export function keyDefinition(name: string): KeyDefinition | undefined {
  const key =
    ALIASES[name.toLowerCase()] ??
    Object.keys(NAMED).find((own) => own.toLowerCase() === name.toLowerCase()) ??
    name;
  const named = NAMED[key];
  if (named) return { key, code: named[0], keyCode: named[1], ...(named[2] && { text: named[2] }) };
  const [, number] = /^F(\d{1,2})$/i.exec(key) ?? [];
  if (number && Number(number) <= 24)
    return { key: `F${number}`, code: `F${number}`, keyCode: 111 + Number(number) };
  return [...key].length === 1 ? characterKey(key) : undefined;
}

function characterKey(text: string): KeyDefinition | undefined {
  if (/^[a-z]$/i.test(text)) {
    const upper = text.toUpperCase();
    return { key: text, code: `Key${upper}`, keyCode: upper.charCodeAt(0), text };
  }
  const digit = /^\d$/.test(text) ? Number(text) : SHIFTED_DIGITS.indexOf(text);
  if (digit >= 0) return { key: text, code: `Digit${digit}`, keyCode: 48 + digit, text };
  const sign = SIGNS.find(([plain, shifted]) => plain === text || shifted === text);
  return sign && { key: text, code: sign[2], keyCode: sign[3], text };
}

/** Bits of the protocol's `modifiers`. */
export const MODIFIERS: Record<string, number> = { Alt: 1, Control: 2, Meta: 4, Shift: 8 };

import { DeviceError } from "../device-error.js";

/** Our modifiers, and what the native module calls them. */
const MODIFIERS: Record<string, string> = {
  ctrl: "control",
  control: "control",
  alt: "alt",
  option: "alt",
  shift: "shift",
  cmd: "command",
  command: "command",
  meta: "command",
  super: "command",
  win: "command",
};
const KEYS: Record<string, string> = {
  esc: "escape",
  return: "enter",
  del: "delete",
  ins: "insert",
  pgup: "pageup",
  pgdn: "pagedown",
  plus: "+",
};
const NAMED =
  /^(enter|escape|tab|space|backspace|delete|insert|home|end|pageup|pagedown|up|down|left|right|printscreen|f([1-9]|1\d|2[0-4]))$/;

/** `ctrl+shift+t` as a list; a plus sign is `plus`, or stands at the end: `ctrl++`. */
export function parseKeys(keys: string): string[] {
  const parts = keys.endsWith("++") ? [...keys.slice(0, -2).split("+"), "plus"] : keys.split("+");
  const chord = parts.map((part) => part.trim().toLowerCase()).filter((part) => part !== "");
  robotKeys(chord);
  return chord;
}

/** The key and its modifiers in the native module's words. */
export function robotKeys(keys: readonly string[]): [key: string, modifiers: string[]] {
  const last = keys.at(-1) ?? "";
  const key = KEYS[last] ?? last;
  const isKey = NAMED.test(key) || /^[\x21-\x7e]$/.test(key);
  const modifiers = keys.slice(0, -1).map((name) => MODIFIERS[name]);
  const unknown = isKey ? keys.slice(0, -1).find((name) => !MODIFIERS[name]) : last || "nothing";
  if (unknown !== undefined)
    throw new DeviceError(
      "invalid-options",
      `"${unknown}" is no key. Write for example ctrl+shift+t, alt+f4, enter, pagedown, f5 or a.`,
    );
  return [key, modifiers as string[]];
}

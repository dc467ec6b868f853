/** Keys with which the JSON of a call begins. */
const FIRST_KEYS = [
  "name",
  "tool",
  "tool_name",
  "function",
  "function_name",
  "type",
  "id",
  "arguments",
  "tool_calls",
];

/** Whether an object, or a list of objects, begins like a call. */
export function looksLikeCall(text: string, start: number): boolean | "partial" {
  let at = start;
  for (const bracket of text[at] === "[" ? ["[", "{"] : ["{"]) {
    if (at === text.length) return "partial";
    if (text[at] !== bracket) return false;
    at = blanksFrom(text, at + 1);
  }
  if (at === text.length) return "partial";
  const rest = text.slice(at, at + 20);
  const keys = FIRST_KEYS.map((key) => `"${key}"`);
  if (keys.some((key) => rest.startsWith(key))) return true;
  return at + rest.length === text.length && keys.some((key) => key.startsWith(rest)) ? "partial" : false;
}

/** The index of the next character that is no blank. */
export function blanksFrom(text: string, from: number): number {
  let at = from;
  while (at < text.length && text[at]!.trim() === "") at++;
  return at;
}

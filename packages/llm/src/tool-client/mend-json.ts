import { parseJson } from "../loose-json.js";

/**
 * JSON as models write it: line breaks and bad escapes inside strings, quotes that should have been escaped, single
 * quotes, a comma too many, Python's words for true, false and null, brackets left open at the end. A string without
 * an end is not mended, for nobody knows what it lacks.
 */
export function parseModelJson(text: string): unknown {
  const trimmed = withoutFence(text.trim());
  const parsed = parseJson(trimmed);
  if (parsed !== undefined) return parsed;
  const mended = mend(trimmed);
  return mended === undefined ? undefined : parseJson(mended);
}

function withoutFence(text: string): string {
  if (!text.startsWith("```")) return text;
  const start = text.indexOf("\n");
  const end = text.endsWith("```") ? text.length - 3 : text.length;
  return start < 0 || start > end ? text : text.slice(start + 1, end).trim();
}

const CLOSERS: Record<string, string> = { "{": "}", "[": "]" };
const WORDS: Record<string, string> = { True: "true", False: "false", None: "null" };

function mend(text: string): string | undefined {
  const open: string[] = [];
  let out = "";
  for (let at = 0; at < text.length; at++) {
    const char = text[at]!;
    if (char === '"' || char === "'") {
      const string = mendString(text, at);
      if (!string) return undefined;
      out += string.json;
      at = string.end;
    } else if (char === "{" || char === "[") {
      open.push(CLOSERS[char]!);
      out += char;
    } else if (char === "}" || char === "]") {
      if (open.pop() !== char) return undefined;
      out += char;
      if (open.length === 0) return out;
    } else if (char !== "," || !"}]".includes(nextChar(text, at + 1))) {
      const word = Object.keys(WORDS).find((candidate) => text.startsWith(candidate, at));
      out += word ? WORDS[word] : char;
      if (word) at += word.length - 1;
    }
  }
  return out + open.reverse().join("");
}

/** The string that begins with the quote at `start`, as JSON, and the index of its last quote. */
function mendString(text: string, start: number): { json: string; end: number } | undefined {
  const quote = text[start]!;
  let json = '"';
  for (let at = start + 1; at < text.length; at++) {
    const char = text[at]!;
    if (char === quote && ",:}]".includes(nextChar(text, at + 1))) return { json: `${json}"`, end: at };
    if (char === "\\") {
      const escaped = escapeAt(text, at);
      json += escaped.json;
      at += escaped.chars - 1;
    } else if (char === '"') json += '\\"';
    else if (char < " ") json += JSON.stringify(char).slice(1, -1);
    else json += char;
  }
  return undefined;
}

/** A valid escape as it is; a backslash that escapes nothing is meant as a backslash. */
function escapeAt(text: string, at: number): { json: string; chars: number } {
  const next = text[at + 1] ?? "";
  if (next === "'") return { json: "'", chars: 2 };
  if (next !== "" && '"\\/bfnrt'.includes(next)) return { json: `\\${next}`, chars: 2 };
  if (next === "u" && isHex(text.slice(at + 2, at + 6))) return { json: text.slice(at, at + 6), chars: 6 };
  return { json: "\\\\", chars: 1 };
}

const isHex = (digits: string): boolean => digits.length === 4 && /^[0-9a-f]+$/i.test(digits);

/** The next character that is no blank; empty at the end, which every string may stand before. */
function nextChar(text: string, from: number): string {
  for (let at = from; at < text.length; at++) if (text[at]!.trim() !== "") return text[at]!;
  return "";
}

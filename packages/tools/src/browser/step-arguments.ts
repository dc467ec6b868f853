import type { StepArgument } from "./browser-port.js";

const TOKEN =
  /\s*(?:("(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*'|`(?:[^`\\$]|\\.)*`)|(-?\d+(?:\.\d+)?)|(true|false|null)|([A-Za-z_]\w*)\s*:|([{},]))/y;

/** Reads plain values as JavaScript writes them, separated by commas. Undefined for anything else: nothing is run. */
export function readArguments(source: string): StepArgument[] | undefined {
  const tokens = tokensOf(source);
  if (!tokens) return undefined;
  const values: StepArgument[] = [];
  while (tokens.length > 0) {
    const value = readValue(tokens);
    if (value === undefined) return undefined;
    values.push(value);
    if (tokens.length > 0 && tokens.shift()?.sign !== ",") return undefined;
  }
  return values;
}

interface Token {
  value?: StepArgument;
  name?: string;
  sign?: string;
}

function tokensOf(source: string): Token[] | undefined {
  const tokens: Token[] = [];
  TOKEN.lastIndex = 0;
  const text = source.trimEnd();
  while (TOKEN.lastIndex < text.length) {
    const match = TOKEN.exec(text);
    if (!match) return undefined;
    const [, string, number, word, name, sign] = match;
    if (string) tokens.push({ value: unquote(string) });
    else if (number) tokens.push({ value: Number(number) });
    else if (word) tokens.push({ value: word === "null" ? null : word === "true" });
    else tokens.push(name ? { name } : { sign: sign! });
  }
  return tokens;
}

function readValue(tokens: Token[]): StepArgument | undefined {
  const token = tokens.shift();
  if (token?.value !== undefined) return token.value;
  if (token?.sign !== "{") return undefined;
  const object: Record<string, StepArgument> = {};
  for (;;) {
    const next = tokens.shift();
    if (next?.sign === "}") return object;
    if (next?.sign === ",") continue;
    const value = next?.name === undefined ? undefined : readValue(tokens);
    if (next?.name === undefined || value === undefined) return undefined;
    object[next.name] = value;
  }
}

const ESCAPES: Record<string, string> = { n: "\n", t: "\t", r: "\r", b: "\b", 0: "\0" };

const unquote = (quoted: string): string =>
  quoted
    .slice(1, -1)
    .replace(/\\(?:u([0-9a-fA-F]{4})|x([0-9a-fA-F]{2})|([\s\S]))/g, (_, unicode, hex, char) =>
      unicode || hex ? String.fromCharCode(Number.parseInt(unicode ?? hex, 16)) : (ESCAPES[char] ?? char),
    );

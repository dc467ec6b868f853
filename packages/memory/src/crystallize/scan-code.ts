import type { ScriptType } from "./code-block.js";
import { scanShell } from "./scan-shell.js";

/** A piece of code in which a value can stand. */
export interface CodePiece {
  /** `text`: between quotes. `template`: the fixed part of a text with expressions in it. `bare`: outside of texts. */
  kind: "text" | "template" | "bare" | "comment";
  start: number;
  end: number;
  /** The quotes around a text, as they stand. */
  quote: string;
  /** Letters before the opening quote: Python's `f`, `r`, `b`. */
  prefix: string;
}

/** Parts of the code, in order, without a gap in what matters: texts, the code between them, comments. */
export function scanCode({ type, code }: { type: ScriptType; code: string }): CodePiece[] {
  if (type === "python") return scan(code, PYTHON);
  if (type === "javascript") return scan(code, JAVASCRIPT);
  return type === "bash" ? scanShell(code) : scan(code, POWERSHELL);
}

interface Syntax {
  /** The next text or comment, tried at each place from left to right. */
  token: RegExp;
  /** Whether text in this kind of quotes holds expressions; gives what marks them. */
  expressions: (quote: string, prefix: string) => RegExp | undefined;
}

const PYTHON: Syntax = {
  token:
    /(?<comment>#[^\n]*)|(?<prefix>\b[rbufRBUF]{1,2})?(?:(?<q1>"""|''')(?<t1>(?:\\[\s\S]|(?!\k<q1>)[\s\S])*)\k<q1>|(?<q2>["'])(?<t2>(?:\\[\s\S]|(?!\k<q2>)[^\\\n])*)\k<q2>)/g,
  expressions: (_, prefix) => (/f/i.test(prefix) ? /\{\{|\}\}|\{[^{}]*\}/g : undefined),
};

const JAVASCRIPT: Syntax = {
  // A slash after an operator or an opening bracket begins a regular expression, whose quotes are no quotes.
  token:
    /(?<comment>\/\/[^\n]*|\/\*[\s\S]*?\*\/|(?<=(?:^|[(,=:[!&|?{};+*%<>~^\n]|\breturn|\btypeof)\s*)\/(?![/*])(?:\\.|\[(?:\\.|[^\]\n\\])*\]|[^/\n\\[])+\/\w*)|(?<prefix>(?!))?(?:(?<q1>`)(?<t1>(?:\\[\s\S]|[^`\\])*)`|(?<q2>["'])(?<t2>(?:\\[\s\S]|(?!\k<q2>)[^\\\n])*)\k<q2>)/g,
  expressions: (quote) => (quote === "`" ? /\$\{(?:[^{}]|\{[^{}]*\})*\}/g : undefined),
};

const POWERSHELL: Syntax = {
  token: /(?<comment>#[^\n]*)|(?<prefix>(?!))?(?:(?<q1>')(?<t1>[^']*)'|(?<q2>")(?<t2>(?:`[\s\S]|[^"`])*)")/g,
  expressions: (quote) => (quote === '"' ? /\$\((?:[^()]|\([^()]*\))*\)|\$\{[^}]*\}|\$\w+/g : undefined),
};

function scan(code: string, syntax: Syntax): CodePiece[] {
  const pieces: CodePiece[] = [];
  let at = 0;
  for (const match of code.matchAll(syntax.token)) {
    if (match.index > at) pieces.push(bare(at, match.index));
    pieces.push(...piecesOf(match, syntax));
    at = match.index + match[0].length;
  }
  if (at < code.length) pieces.push(bare(at, code.length));
  return pieces;
}

export const bare = (start: number, end: number): CodePiece => ({
  kind: "bare",
  start,
  end,
  quote: "",
  prefix: "",
});

function piecesOf(match: RegExpMatchArray & { index: number }, { expressions }: Syntax): CodePiece[] {
  const { comment, prefix = "", q1, t1, q2, t2 } = match.groups!;
  const end = match.index + match[0].length;
  if (comment !== undefined) return [{ kind: "comment", start: match.index, end, quote: "", prefix: "" }];
  const quote = (q1 ?? q2)!;
  const text = (t1 ?? t2)!;
  const start = match.index + prefix.length + quote.length;
  const marks = expressions(quote, prefix);
  if (!marks) return [{ kind: "text", start, end: start + text.length, quote, prefix }];
  return templateParts(text, start, marks, { quote, prefix });
}

/** Cuts a text at its expressions. A text without one is a single fixed part, also when it is empty. */
export function templateParts(
  text: string,
  start: number,
  marks: RegExp,
  around: Pick<CodePiece, "quote" | "prefix">,
): CodePiece[] {
  const list: CodePiece[] = [];
  const fixed = (from: number, to: number): CodePiece => ({
    ...around,
    kind: "template",
    start: start + from,
    end: start + to,
  });
  let at = 0;
  for (const { index, 0: mark } of text.matchAll(marks)) {
    if (index > at) list.push(fixed(at, index));
    list.push(bare(start + index, start + index + mark.length));
    at = index + mark.length;
  }
  if (at < text.length || list.length === 0) list.push(fixed(at, text.length));
  return list;
}

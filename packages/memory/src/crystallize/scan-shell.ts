import { bare, type CodePiece, templateParts } from "./scan-code.js";

/** What the shell replaces between double quotes and in an open heredoc. */
const EXPANSIONS = /\$\{[^}]*\}|\$\((?:[^()]|\([^()]*\))*\)|\$\w+|`[^`]*`/g;
const HEREDOC = /<<-?[ \t]*(?:'(\w+)'|"(\w+)"|\\(\w+)|(\w+))/y;

/** Reads a shell script from left to right: quotes, comments and heredocs, and the words between them. */
export function scanShell(code: string): CodePiece[] {
  const pieces: CodePiece[] = [];
  const waiting: { end: string; open: boolean }[] = [];
  let wordsFrom = 0;
  let at = 0;
  const closeWords = (end: number) => {
    if (end > wordsFrom) pieces.push(bare(wordsFrom, end));
  };
  const take = (list: CodePiece[], end: number) => {
    closeWords(at);
    pieces.push(...list);
    at = end;
    wordsFrom = end;
  };
  while (at < code.length) {
    const char = code[at]!;
    if (char === "\\") at += 2;
    else if (char === "'") {
      const end = endOf(code, "'", at + 1);
      take(
        [{ kind: "text", start: at + 1, end, quote: "'", prefix: code[at - 1] === "$" ? "$" : "" }],
        end + 1,
      );
    } else if (char === '"') {
      const end = endOfDouble(code, at + 1);
      const around = { quote: '"', prefix: "" };
      take(templateParts(code.slice(at + 1, end), at + 1, EXPANSIONS, around), end + 1);
    } else if (char === "#" && /(?:^|[\s;(])$/.test(code.slice(0, at).slice(-1))) {
      const end = endOf(code, "\n", at);
      take([{ kind: "comment", start: at, end, quote: "", prefix: "" }], end);
    } else if (code.startsWith("<<", at) && code[at + 2] !== "<") {
      HEREDOC.lastIndex = at;
      const match = HEREDOC.exec(code);
      if (match) waiting.push({ end: match.slice(1).find(Boolean)!, open: match[4] !== undefined });
      at += match?.[0].length ?? 2;
    } else if (char === "\n" && waiting.length > 0) {
      at++;
      for (const { end, open } of waiting.splice(0)) {
        const close = new RegExp(`^\\t*${end}[ \\t]*$`, "m").exec(code.slice(at));
        const bodyEnd = close ? at + close.index : code.length;
        const around = { quote: open ? "<<" : "<<'", prefix: "" };
        const body = code.slice(at, bodyEnd);
        const parts: CodePiece[] = open
          ? templateParts(body, at, EXPANSIONS, around)
          : [{ ...around, kind: "text", start: at, end: bodyEnd }];
        take(parts, close ? bodyEnd + close[0].length : bodyEnd);
      }
    } else at++;
  }
  at = code.length;
  closeWords(code.length);
  return pieces;
}

const endOf = (code: string, mark: string, from: number): number => {
  const end = code.indexOf(mark, from);
  return end === -1 ? code.length : end;
};

function endOfDouble(code: string, from: number): number {
  let at = from;
  while (at < code.length && code[at] !== '"') at += code[at] === "\\" ? 2 : 1;
  return Math.min(at, code.length);
}

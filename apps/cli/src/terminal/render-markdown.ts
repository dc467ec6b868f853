import { marked, type Token, type Tokens } from "marked";
import pc from "picocolors";
import stringWidth from "string-width";
import wrapAnsi from "wrap-ansi";
import { highlightCode } from "./highlight-code.js";
import type { Block } from "./markdown-blocks.js";

/**
 * A block as lines for a terminal of this width.
 *
 * @param plain code stays without colours
 */
export function renderBlock(
  { kind, text, language = "", spaced }: Block,
  width: number,
  plain = false,
): string[] {
  const lines =
    kind === "code" ? codeLines(text, plain ? "" : language) : blockLines(marked.lexer(text), width);
  return spaced ? ["", ...lines] : lines;
}

/** A whole Markdown text. */
export const renderMarkdown = (text: string, width: number): string[] => {
  const lines = blockLines(marked.lexer(text), width, true);
  return lines.at(-1) === "" ? lines.slice(0, -1) : lines;
};

function blockLines(tokens: readonly Token[], width: number, spaced = false): string[] {
  return tokens.flatMap((token) => {
    const lines = linesOf(token as Tokens.Generic, width);
    return spaced && lines.length > 0 && token.type !== "space" ? [...lines, ""] : lines;
  });
}

function linesOf(token: Tokens.Generic, width: number): string[] {
  switch (token.type) {
    case "space":
    case "def":
      return [];
    case "heading": {
      const text = pc.bold(inline(token.tokens ?? []));
      return wrap(token.depth === 1 ? pc.underline(text) : text, width);
    }
    case "code":
      return codeLines(token.text, String(token.lang ?? "").split(/\s/)[0]!);
    case "list":
      return listLines(token as Tokens.List, width);
    case "blockquote":
      return blockLines(token.tokens ?? [], width - 2).map((line) => `${pc.dim("│")} ${line}`);
    case "table":
      return tableLines(token as Tokens.Table, width);
    case "hr":
      return [pc.dim("─".repeat(Math.min(width, 40)))];
    default:
      return wrap(token.tokens ? inline(token.tokens) : String(token.text ?? token.raw), width);
  }
}

const codeLines = (code: string, language: string): string[] =>
  highlightCode(code, language)
    .split("\n")
    .map((line) => `  ${line}`);

function listLines({ items, ordered, start }: Tokens.List, width: number): string[] {
  return items.flatMap((item, index) => {
    const box = item.task ? (item.checked ? "☑ " : "☐ ") : "";
    const mark = ordered ? `${Number(start || 1) + index}. ` : `${box || "• "}`;
    const indent = " ".repeat(stringWidth(mark));
    return blockLines(item.tokens, width - indent.length).map(
      (line, at) => `${at === 0 ? mark : indent}${line}`,
    );
  });
}

/** Columns share the width; a cell that is too long is cut. */
function tableLines({ header, rows, align }: Tokens.Table, width: number): string[] {
  const cells = [header, ...rows].map((row) => row.map((cell) => inline(cell.tokens)));
  const widths = header.map((_, column) => Math.max(...cells.map((row) => stringWidth(row[column] ?? ""))));
  const most = Math.max(4, Math.floor((width - 3 * (widths.length - 1)) / widths.length));
  const total = widths.reduce((sum, value) => sum + value, 3 * (widths.length - 1));
  const fitted = total > width ? widths.map((value) => Math.min(value, most)) : widths;
  const lines = cells.map((row) =>
    fitted
      .map((size, column) => padded(row[column] ?? "", size, align[column] === "right"))
      .join(pc.dim(" │ ")),
  );
  const rule = pc.dim(fitted.map((size) => "─".repeat(size)).join("─┼─"));
  return [pc.bold(lines[0] ?? ""), rule, ...lines.slice(1)];
}

function padded(text: string, size: number, right: boolean): string {
  const shown = stringWidth(text) > size ? `${wrap(text, size - 1)[0]}…` : text;
  const space = " ".repeat(Math.max(0, size - stringWidth(shown)));
  return right ? space + shown : shown + space;
}

function inline(tokens: readonly Token[]): string {
  return tokens.map((token) => inlineOf(token as Tokens.Generic)).join("");
}

function inlineOf(token: Tokens.Generic): string {
  const inner = (): string => (token.tokens ? inline(token.tokens) : plainText(token));
  switch (token.type) {
    case "strong":
      return pc.bold(inner());
    case "em":
      return pc.italic(inner());
    case "del":
      return pc.strikethrough(inner());
    case "codespan":
      return pc.cyan(plainText(token));
    case "br":
      return "\n";
    case "link":
      return token.text === token.href ? pc.underline(inner()) : `${inner()} ${pc.dim(`(${token.href})`)}`;
    case "image":
      return pc.dim(`[image ${token.text || token.href}]`);
    default:
      return inner();
  }
}

/** Marked escapes for HTML what a terminal shows as it is. */
const plainText = ({ text, raw }: Tokens.Generic): string =>
  String(text ?? raw)
    .replaceAll("&lt;", "<")
    .replaceAll("&gt;", ">")
    .replaceAll("&quot;", '"')
    .replaceAll("&#39;", "'")
    .replaceAll("&amp;", "&");

const wrap = (text: string, width: number): string[] =>
  wrapAnsi(text, Math.max(8, width), { hard: true })
    .split("\n")
    .map((line) => line.trimEnd());

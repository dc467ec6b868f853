import { marked, type Token, type Tokens } from "marked";
import pc from "picocolors";
import stringWidth from "string-width";
import { highlightCode } from "./highlight-code.js";
import type { Block } from "./markdown-blocks.js";
import { renderInline } from "./render-inline.js";
import { renderTable } from "./render-table.js";
import { wrapText } from "./wrap-text.js";

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
    case "checkbox": // the mark of its item says it
      return [];
    case "heading": {
      const text = pc.bold(renderInline(token.tokens ?? []));
      return wrapText(token.depth === 1 ? pc.underline(text) : text, width);
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
      return wrapText(token.tokens ? renderInline(token.tokens) : String(token.text ?? token.raw), width);
  }
}

const codeLines = (code: string, language: string): string[] =>
  highlightCode(code, language)
    .split("\n")
    .map((line) => `  ${line}`);

function listLines({ items, ordered, start }: Tokens.List, width: number): string[] {
  return items.flatMap((item, index) => {
    const box = item.task ? (item.checked ? "☑ " : "☐ ") : "";
    const mark = ordered ? `${Number(start || 1) + index}. ${box}` : `${box || "• "}`;
    const indent = " ".repeat(stringWidth(mark));
    const lines = blockLines(item.tokens, width - indent.length);
    return (lines.length > 0 ? lines : [""]).map((line, at) => `${at === 0 ? mark : indent}${line}`);
  });
}

function tableLines({ header, rows, align }: Tokens.Table, width: number): string[] {
  const cells = [header, ...rows].map((row) => row.map((cell) => renderInline(cell.tokens)));
  return renderTable({ rows: cells, right: align.map((side) => side === "right") }, width);
}

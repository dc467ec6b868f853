import type { Token, Tokens } from "marked";
import pc from "picocolors";

/** What stands inside a line of Markdown, in colours. */
export const renderInline = (tokens: readonly Token[]): string =>
  tokens.map((token) => inlineOf(token as Tokens.Generic)).join("");

function inlineOf(token: Tokens.Generic): string {
  const inner = (): string => (token.tokens ? renderInline(token.tokens) : plainText(token));
  switch (token.type) {
    case "strong":
      return pc.bold(inner());
    case "em":
      return pc.italic(inner());
    case "del":
      return pc.strikethrough(inner());
    case "codespan":
      return pc.cyan(token.text);
    case "br":
      return "\n";
    case "link":
      return token.text === token.href ? pc.underline(inner()) : `${inner()} ${pc.dim(`(${token.href})`)}`;
    case "image":
      return pc.dim(`[image ${token.text || token.href}]`);
    case "html":
      return /^<br\s*\/?>$/i.test(token.raw) ? "\n" : inner();
    case "checkbox": // the mark of its item says it
      return "";
    default:
      return inner();
  }
}

const NAMED: Record<string, string> = { lt: "<", gt: ">", quot: '"', "#39": "'", amp: "&", nbsp: "\u00a0" };

/** What is written as a name for HTML stands on a terminal as it is meant. */
const plainText = ({ text, raw }: Tokens.Generic): string =>
  String(text ?? raw).replace(/&(lt|gt|quot|#39|amp|nbsp);/g, (_, name: string) => NAMED[name]!);

import { type Control, isControl, type Line } from "./line.js";
import type { Report } from "./report.js";

/** Lines that stand for one card: its title, its price, what can be done with it. */
const CARD_LINES = 4;
/** Shorter texts say too little to be known again. */
const MIN_TITLE_CHARS = 8;

/**
 * An icon that is called `Save Red Boots` under the title `Red Boots` is `Save`: only what its name adds is printed.
 * Names that are text of the page are never touched.
 */
export function shortenNames(lines: readonly Line[], report: Report): void {
  lines.forEach((line, index) => {
    for (const control of line.parts) {
      if (!isControl(control) || control.kind !== "press" || control.nameIsText) continue;
      const titles = lines.slice(Math.max(0, index - CARD_LINES), index + 1).flatMap(titlesIn);
      const short = shortest(control, titles);
      if (short === control.name) continue;
      control.name = short;
      report.add("repeat", "its name repeats what stands beside it", control.element);
    }
  });
}

/** What the page itself shows: links that are text, and text of its own. */
const titlesIn = ({ parts }: Line): string[] =>
  parts
    .map((part) => (isControl(part) ? (part.nameIsText ? part.name : "") : part.trim()))
    .filter((title) => title.length >= MIN_TITLE_CHARS);

const shortest = ({ name }: Control, titles: readonly string[]): string =>
  titles
    .map((title) => without(name, title))
    .reduce((short, rest) => (rest.length < short.length ? rest : short), name);

/** The name without the title at its beginning or its end, as long as words are left. */
function without(name: string, title: string): string {
  const [whole, part] = [name.toLowerCase(), title.toLowerCase()];
  if (whole.length <= part.length) return name;
  let rest = name;
  if (whole.endsWith(part)) rest = name.slice(0, -title.length);
  else if (whole.startsWith(part)) rest = name.slice(title.length);
  const isApart = /^[^\p{L}\p{N}]|[^\p{L}\p{N}]$/u.test(rest);
  const words = rest.replace(/^[^\p{L}\p{N}]+|[^\p{L}\p{N}]+$/gu, "");
  return isApart && words ? words : name;
}

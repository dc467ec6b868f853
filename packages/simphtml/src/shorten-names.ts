import { isControl, type Line } from "./line.js";
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
  const titles: (string[] | undefined)[] = [];
  lines.forEach((line, index) => {
    for (const control of line.parts) {
      if (!isControl(control) || control.nameIsText || control.kind !== "press") continue;
      if (control.name.length <= MIN_TITLE_CHARS + 1) continue;
      let short = control.name;
      for (let at = Math.max(0, index - CARD_LINES); at <= index; at++) {
        titles[at] ??= titlesIn(lines[at]!);
        short = shortest(control.name, titles[at]!, short);
      }
      if (short === control.name) continue;
      control.name = short;
      report.add("repeat", "its name repeats what stands beside it", control.element);
    }
  });
}

/** What the page itself shows, in lower case: links that are text, and text of its own. */
function titlesIn({ parts }: Line): string[] {
  const titles: string[] = [];
  for (const part of parts) {
    const title = isControl(part) ? (part.nameIsText ? part.name : "") : part;
    if (title.length >= MIN_TITLE_CHARS) titles.push(title.trim().toLowerCase());
  }
  return titles.filter(({ length }) => length >= MIN_TITLE_CHARS);
}

function shortest(name: string, titles: readonly string[], best: string): string {
  let short = best;
  for (const title of titles) {
    const rest = title.length < name.length ? without(name, title) : name;
    if (rest.length < short.length) short = rest;
  }
  return short;
}

/** The name without the title at its beginning or its end, as long as words are left. */
function without(name: string, title: string): string {
  const whole = name.toLowerCase();
  let rest: string;
  if (whole.endsWith(title)) rest = name.slice(0, -title.length);
  else if (whole.startsWith(title)) rest = name.slice(title.length);
  else return name;
  const isApart = /^[^\p{L}\p{N}]|[^\p{L}\p{N}]$/u.test(rest);
  const words = rest.replace(/^[^\p{L}\p{N}]+|[^\p{L}\p{N}]+$/gu, "");
  return isApart && words ? words : name;
}

import { type Control, isControl, type Line } from "./line.js";
import type { Report } from "./report.js";

/** A card links its picture, its title and its price to one place: lines farther apart are not one card. */
const CARD_LINES = 4;

/**
 * The same link again within a card adds nothing: the one whose name is text stays. Pictures that repeat the
 * text beside them go too. Plain text is never touched.
 */
export function dropRepeats(lines: Line[], report: Report): Line[] {
  const seen: { control: Control; line: number }[] = [];
  const gone = new Set<Control>();
  lines.forEach((line, index) => {
    for (const control of line.parts.filter(isControl)) {
      if (!control.href || control.href === "#") continue;
      while (seen.length > 0 && index - seen[0]!.line > CARD_LINES) seen.shift();
      const earlier = seen.find((other) => other.control.href === control.href && !gone.has(other.control));
      if (earlier && sameLink(earlier.control, control)) {
        const loser = control.nameIsText && !earlier.control.nameIsText ? earlier.control : control;
        gone.add(loser);
        report.add("repeat", "the same link stands beside it", loser.element);
      }
      seen.push({ control, line: index });
    }
  });
  return gone.size === 0
    ? lines
    : lines.map((line) => without(line, gone)).filter(({ parts }) => parts.length > 0);
}

const sameLink = (a: Control, b: Control): boolean =>
  !a.nameIsText || !b.nameIsText || a.name.toLowerCase() === b.name.toLowerCase();

function without(line: Line, gone: ReadonlySet<Control>): Line {
  const parts = line.parts.filter((part) => !isControl(part) || !gone.has(part));
  return parts.some((part) => isControl(part) || /[^\s·|]/.test(part))
    ? { ...line, parts }
    : { ...line, parts: [] };
}

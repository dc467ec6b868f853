import { type Control, isControl, type Line, type Part } from "./line.js";
import type { Report } from "./report.js";

/** A card links its picture, its title and its price to one place: lines farther apart are not one card. */
const CARD_LINES = 4;

/** A card's picture that links where its title links adds nothing. Text is never touched. */
export function dropRepeats(lines: Line[], report: Report): Line[] {
  const seen = new Map<string, { control: Control; line: number }[]>();
  const gone = new Set<Control>();
  lines.forEach((line, index) => {
    for (const control of line.parts) {
      if (!isControl(control) || !control.href || control.href === "#") continue;
      const near = seen.get(control.href) ?? [];
      while (near.length > 0 && index - near[0]!.line > CARD_LINES) near.shift();
      const loser = near.length > 0 ? loserOf(control, near[0]!.control) : undefined;
      if (loser) {
        gone.add(loser);
        report.add("repeat", "the same link stands beside it", loser.element);
      }
      if (loser && loser !== control) near.shift();
      if (loser !== control) near.push({ control, line: index });
      seen.set(control.href, near);
    }
  });
  return gone.size === 0
    ? lines
    : lines.map((line) => without(line, gone)).filter(({ parts }) => parts.length > 0);
}

function loserOf(one: Control, two: Control): Control | undefined {
  if (repeats(one, two)) return one;
  return repeats(two, one) ? two : undefined;
}

/** Only a picture's link goes, and only when it says what the other says: text of the page stays. */
function repeats(picture: Control, other: Control): boolean {
  const [one, two] = [picture.name.toLowerCase(), other.name.toLowerCase()];
  const guessed = picture.href?.toLowerCase().split(/[/?#]/).includes(one);
  return !picture.nameIsText && (guessed || one.includes(two) || two.includes(one));
}

/** The line without these controls, and without the separators that parted them from their neighbours. */
function without(line: Line, gone: ReadonlySet<Control>): Line {
  if (!line.parts.some((part) => isControl(part) && gone.has(part))) return line;
  const parts = line.parts.filter((part) => !isControl(part) || !gone.has(part));
  const kept = parts.filter((part, index) => !isBlank(part) || (index > 0 && !isBlank(parts[index - 1])));
  while (isBlank(kept.at(-1))) kept.pop();
  return { ...line, parts: kept };
}

const isBlank = (part: Part | undefined): boolean =>
  part !== undefined && !isControl(part) && !/[^\s·]/.test(part);

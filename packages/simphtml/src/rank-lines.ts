import type { Deadline } from "./deadline.js";
import type { Line } from "./line.js";
import { ListFinder } from "./list-of.js";
import type { Page } from "./page.js";

export interface Ranked {
  index: number;
  /** Not near, but worth a line as a landmark: a heading, the head and the tail of a list. */
  outline: boolean;
}

/** The viewport and a screen on either side are read in full first. */
const NEAR_SCREENS = 1;
const HEAD_ITEMS = 3;
/** Of the time limit: after that, lists are not looked for. */
const RANK_SHARE = 0.92;
const LINES_PER_LOOK = 256;

/** Most valuable first: what is near the viewport or in a dialog, landmarks, the main part, the rest by distance. */
export function rankLines(
  lines: readonly Line[],
  page: Page,
  inOrder: boolean,
  deadline: Deadline,
): Ranked[] {
  if (inOrder) return lines.map((_, index) => ({ index, outline: false }));
  const lists = new ListFinder(page);
  const height = page.viewportHeight;
  let late = false;
  const ranked = lines.map((line, index) => {
    const distance = height ? screensAway(line.top, height) : index / lines.length;
    const near = line.layer > 0 || (height > 0 && distance <= NEAR_SCREENS);
    if (index % LINES_PER_LOOK === 0) late = deadline.passed(RANK_SHARE);
    const landmark =
      !near &&
      (line.kind === "heading" || followsHeading(lines, index) || (!late && isHeadOrTail(lists, line)));
    return { index, distance, outline: landmark, tier: near ? 0 : landmark ? 1 : line.main ? 2 : 3 };
  });
  return ranked.sort((a, b) => a.tier - b.tier || a.distance - b.distance || a.index - b.index);
}

const screensAway = (top: number, height: number): number =>
  top < 0 ? -top / height : top > height ? (top - height) / height : 0;

function isHeadOrTail(lists: ListFinder, { anchor }: Line): boolean {
  const place = lists.placeOf(anchor);
  return place !== undefined && (place.index < HEAD_ITEMS || place.index === place.size - 1);
}

const followsHeading = (lines: readonly Line[], index: number): boolean =>
  lines[index - 1]?.kind === "heading" && lines[index]!.kind === "text";

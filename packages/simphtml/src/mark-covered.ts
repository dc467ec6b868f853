import { isControl, type Line } from "./line.js";
import { nameOf } from "./name-of.js";
import type { Page } from "./page.js";

const MAX_NAME = 40;

/** A click goes to what is painted on top: controls in the viewport that something else lies over say so. */
export function markCovered(lines: readonly Line[], page: Page): void {
  for (const { parts } of lines)
    for (const control of parts.filter(isControl)) {
      const cover = COVERABLE.has(control.kind) ? page.coveredBy(control.element) : undefined;
      if (cover) control.covered = coverName(page, cover);
    }
}

/** Boxes and file inputs are often drawn by something that lies over them on purpose. */
const COVERABLE = new Set(["press", "field", "select"]);

function coverName(page: Page, cover: Element): string {
  const id = page.dom.attr(cover, "id");
  return id ? `#${id}` : nameOf(page, cover).slice(0, MAX_NAME);
}

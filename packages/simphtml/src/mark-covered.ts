import { ELEMENT } from "./dom.js";
import { isControl, type Line } from "./line.js";
import type { LivePage } from "./live-page.js";
import { nameOf } from "./name-of.js";

const MAX_NAME = 40;

/** Boxes and file inputs are often drawn by something that lies over them on purpose. */
const COVERABLE = new Set(["press", "field", "select"]);

/**
 * A look at a point takes as long as the page is large. On pages of more elements than this only those controls are
 * looked at that something out of the flow lies over.
 */
const MANY_ELEMENTS = 8000;

/** A click goes to what is painted on top: controls in the viewport that something else lies over say so. */
export function markCovered(lines: readonly Line[], page: LivePage): void {
  const lifted = page.looked > MANY_ELEMENTS ? liftedBoxes(page) : undefined;
  for (const { parts } of lines)
    for (const control of parts.filter(isControl)) {
      const cover = COVERABLE.has(control.kind) ? coverOf(page, control.element, lifted) : undefined;
      if (cover) control.covered = coverName(page, cover);
    }
}

interface Lifted {
  element: Element;
  box: DOMRect;
}

function liftedBoxes(page: LivePage): Lifted[] {
  return page.lifted.map((element) => ({ element, box: page.dom.box(element) }));
}

/** What lies over the middle of the element and would take the click. */
function coverOf(
  page: LivePage,
  element: Element,
  lifted: readonly Lifted[] | undefined,
): Element | undefined {
  const { left, top, right, bottom } = page.dom.box(element);
  const window = page.dom.windowOf(element);
  const [x, y] = [(left + right) / 2, (top + bottom) / 2];
  if (x < 0 || y < 0 || x >= window.innerWidth || y >= window.innerHeight) return undefined;
  if (lifted && !lifted.some((one) => liesAt(one, x, y) && !isPartOf(page, element, one.element)))
    return undefined;
  const hit = page.topAt(window.document, x, y);
  return !hit || isPartOf(page, hit, element) || isPartOf(page, element, hit) ? undefined : hit;
}

const liesAt = ({ box }: Lifted, x: number, y: number): boolean =>
  x >= box.left && x < box.right && y >= box.top && y < box.bottom;

/** `inner` lies inside `outer` in the flat tree, or in a label of it. */
function isPartOf(page: LivePage, inner: Element, outer: Element): boolean {
  for (let at: Node | null = inner; at; at = page.flatParent(at)) {
    if (at === outer) return true;
    const isLabel = page.dom.type(at) === ELEMENT && page.dom.tag(at as Element) === "label";
    if (isLabel && (at as HTMLLabelElement).control === outer) return true;
  }
  return false;
}

function coverName(page: LivePage, cover: Element): string {
  const id = page.dom.attr(cover, "id");
  return id ? `#${id}` : nameOf(page, cover).slice(0, MAX_NAME);
}

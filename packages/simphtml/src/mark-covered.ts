import type { Box } from "./clip.js";
import type { Deadline } from "./deadline.js";
import { ELEMENT } from "./dom.js";
import { type Control, isControl, type Line } from "./line.js";
import type { LivePage } from "./live-page.js";
import { nameOf } from "./name-of.js";

const MAX_NAME = 40;

/** Boxes and file inputs are often drawn by something that lies over them on purpose. */
const COVERABLE = new Set(["press", "field", "select"]);

/** Of the time limit. On a huge page a hit test takes long. */
const COVER_SHARE = 0.85;

/** A click goes to what is painted on top: controls in the viewport that something else lies over say so. */
export function markCovered(lines: readonly Line[], page: LivePage, deadline: Deadline): void {
  const lifted = page.lifted?.map((element) => ({ element, box: page.dom.box(element) }));
  for (const { parts } of lines)
    for (const control of parts) {
      if (!isControl(control) || !COVERABLE.has(control.kind) || isFar(page, control)) continue;
      if (deadline.passed(COVER_SHARE)) return;
      const cover = coverOf(page, control.element, lifted);
      if (cover) control.covered = coverName(page, cover);
    }
}

/** Too far from the viewport to be asked about: its text stands more than a screen away. */
function isFar(page: LivePage, { top = 0, element }: Control): boolean {
  const { viewportHeight: height } = page;
  if (top >= -height && top <= 2 * height) return false;
  return !page.hasFrames || page.dom.windowOf(element) === page.dom.windowOf(page.root);
}

interface Lifted {
  element: Element;
  box: Box;
}

/**
 * What lies over the middle of the element and would take the click. A hit test takes milliseconds on a large page:
 * where all that may lie over others is known, it is only made under one of them.
 */
function coverOf(page: LivePage, element: Element, lifted?: readonly Lifted[]): Element | undefined {
  const { left, top, right, bottom } = page.dom.box(element);
  const window = page.dom.windowOf(element);
  const [x, y] = [(left + right) / 2, (top + bottom) / 2];
  if (x < 0 || y < 0 || x >= window.innerWidth || y >= window.innerHeight) return undefined;
  if (lifted && !lifted.some((one) => liesAt(one.box, x, y) && !isPartOf(page, element, one.element)))
    return undefined;
  const hit = page.topAt(window.document, x, y);
  return !hit || isPartOf(page, hit, element) || isPartOf(page, element, hit) ? undefined : hit;
}

const liesAt = ({ left, top, right, bottom }: Box, x: number, y: number): boolean =>
  x >= left && x < right && y >= top && y < bottom;

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

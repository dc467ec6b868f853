import { ELEMENT } from "./dom.js";
import type { PageWindow } from "./live-dom.js";
import type { LivePage } from "./live-page.js";

const MIN_SHADE_ALPHA = 0.15;
const MIN_COVER = 0.9;

/** Something that stays over (nearly) all of the viewport and darkens or hides what is under it. */
export function isShade(page: LivePage, element: Element, window: PageWindow): boolean {
  const style = styleOf(page, element);
  if (coversViewport(page, element, style, window) && alphaOf(page, element, style) >= MIN_SHADE_ALPHA)
    return true;
  return isPseudoShade(page, element, window);
}

/** A shade drawn by `::before` or `::after`: the element is hit where the shade is painted, over its own children. */
export function isPseudoShade(page: LivePage, element: Element, window: PageWindow): boolean {
  return ["::before", "::after"].some((pseudo) => {
    const drawn = page.dom.windowOf(element).getComputedStyle(element, pseudo);
    return (
      drawn.content !== "none" &&
      drawn.position === "fixed" &&
      Number.parseFloat(drawn.width) >= MIN_COVER * window.innerWidth &&
      Number.parseFloat(drawn.height) >= MIN_COVER * window.innerHeight &&
      alphaOf(page, element, drawn) >= MIN_SHADE_ALPHA
    );
  });
}

/** A shade stays where it is when the page scrolls, or there is nothing to scroll. */
function coversViewport(
  page: LivePage,
  element: Element,
  style: CSSStyleDeclaration,
  window: PageWindow,
): boolean {
  if (style.position !== "fixed" && style.position !== "absolute" && !inFixed(page, element)) return false;
  const { left, top, right, bottom } = page.dom.box(element);
  const width = Math.min(right, window.innerWidth) - Math.max(left, 0);
  const height = Math.min(bottom, window.innerHeight) - Math.max(top, 0);
  if (width < MIN_COVER * window.innerWidth || height < MIN_COVER * window.innerHeight) return false;
  if (style.position === "fixed" || inFixed(page, element)) return true;
  return bottom - top >= MIN_COVER * window.document.documentElement.scrollHeight;
}

const inFixed = (page: LivePage, element: Element): boolean =>
  elementsUp(page, element).some((at) => styleOf(page, at).position === "fixed");

export const styleOf = (page: LivePage, element: Element): CSSStyleDeclaration =>
  page.dom.windowOf(element).getComputedStyle(element);

function elementsUp(page: LivePage, element: Element): Element[] {
  const nodes = [...ancestorsOf(page, element)];
  return nodes.filter((node) => page.dom.type(node) === ELEMENT) as Element[];
}

/** How much of what lies under it the element hides, in its own colour and through its ancestors' opacity. */
function alphaOf(page: LivePage, element: Element, style: CSSStyleDeclaration): number {
  const drawn = style.backgroundImage !== "none" || style.backdropFilter !== "none";
  const alpha = Math.max(colorAlpha(style.backgroundColor), drawn ? MIN_SHADE_ALPHA : 0);
  const ancestors = elementsUp(page, element).slice(1);
  return ancestors.reduce(
    (opacity, at) => opacity * Number(styleOf(page, at).opacity),
    alpha * Number(style.opacity),
  );
}

/** `rgb(0, 0, 0)`, `rgba(0, 0, 0, 0.4)`, `color(srgb 0 0 0 / 0.4)`. */
function colorAlpha(color: string): number {
  const alpha = /^rgba\(.*,\s*([\d.]+)\)|\/\s*([\d.]+)/.exec(color);
  return alpha ? Number(alpha[1] ?? alpha[2]) : 1;
}

/** The element and everything it stands in, in the flat tree. */
export function ancestorsOf(page: LivePage, element: Element): Set<Node> {
  const found = new Set<Node>();
  for (let at: Node | null = element; at; at = page.flatParent(at)) found.add(at);
  return found;
}

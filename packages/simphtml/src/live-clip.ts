import { type Box, type Clip, narrow } from "./clip.js";
import { ELEMENT } from "./dom.js";
import type { LiveDom, PageWindow } from "./live-dom.js";
import type { LivePage } from "./live-page.js";

export const NOWHERE: Box = { left: 0, top: 0, right: 0, bottom: 0 };

/** Everything that can be scrolled to: from the document's origin downwards and, unless cut off, to the right. */
export function scrollableArea(dom: LiveDom, window: PageWindow): Box {
  const body = dom.body(window.document);
  const html = window.getComputedStyle(dom.parent(body) as Element);
  const overflow = html.overflowX === "visible" ? window.getComputedStyle(body).overflowX : html.overflowX;
  const cut = overflow === "hidden" || overflow === "clip";
  return {
    left: -window.scrollX,
    top: -window.scrollY,
    right: cut ? window.innerWidth : Infinity,
    bottom: Infinity,
  };
}

/** What cuts the content of an element that is itself cut by `own`. */
export function clipOfChildren(
  dom: LiveDom,
  element: Element,
  style: CSSStyleDeclaration,
  position: string,
  own: Box,
  inherited: Clip,
): Clip {
  const { overflow } = style;
  let flow = own;
  if (overflow !== "visible" && style.display !== "inline" && !scrollsViewport(dom, element)) {
    const [x = overflow, y = x] = overflow.split(" ");
    const scrolls = SCROLLS.has(x) || SCROLLS.has(y);
    flow = narrow(own, dom.box(element), { x, y }, scrolls ? dom.scroll(element) : NO_SCROLL);
  }
  const positioned = position !== "static";
  if (flow === inherited.flow && (!positioned || flow === inherited.absolute)) return inherited;
  return { flow, absolute: positioned ? flow : inherited.absolute };
}

const SCROLLS = new Set(["auto", "scroll"]);
const NO_SCROLL = { left: 0, top: 0, width: 0, height: 0 };

/** The overflow of these is the viewport's. */
function scrollsViewport(dom: LiveDom, element: Element): boolean {
  const tag = dom.tag(element);
  return tag === "body" || tag === "html";
}

/** Fixed boxes hang on the viewport, unless an ancestor is transformed: then they scroll and are cut with it. */
export function clipOfFixed(page: LivePage, element: Element, flow: Box): Box {
  const window = page.dom.windowOf(element);
  for (let at = page.flatParent(element); at; at = page.flatParent(at)) {
    if (page.dom.type(at) !== ELEMENT) continue;
    const { transform, filter, contain } = window.getComputedStyle(at as Element);
    if (transform !== "none" || filter !== "none" || contain.includes("paint")) return flow;
  }
  return { left: 0, top: 0, right: window.innerWidth, bottom: window.innerHeight };
}

/** How pages hide text from eyes only, and content until it is found. */
export function clipsItselfAway(style: CSSStyleDeclaration, position: string): boolean {
  if (style.contentVisibility === "hidden") return true;
  if (style.clipPath !== "none" && EMPTY_PATH.test(style.clipPath)) return true;
  if ((position !== "absolute" && position !== "fixed") || style.clip === "auto") return false;
  const [top, right, bottom, left] = (style.clip.match(/-?[\d.]+/g) ?? []).map(Number);
  return top !== undefined && (right! - left! < 2 || bottom! - top < 2);
}

const EMPTY_PATH = /^(inset\((50%|100%)|circle\(0(px|%)?[ )]|polygon\(0px 0px, 0px 0px, 0px 0px)/;

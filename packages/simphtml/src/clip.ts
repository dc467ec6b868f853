/** A rectangle in CSS pixels of one viewport; edges may be infinite. */
export interface Box {
  left: number;
  top: number;
  right: number;
  bottom: number;
  /** Its edges are those of what can be scrolled to: nothing that overflows to the right or below is cut. */
  scrolls?: boolean;
}

/**
 * What cuts a box depends on how it is positioned: `flow` cuts boxes in the normal flow, `absolute` those that
 * hang on the nearest positioned ancestor.
 */
export interface Clip {
  flow: Box;
  absolute: Box;
}

/** Slivers thinner than this are how pages hide text from eyes only. */
const MIN_PX = 2;

/** Enough of `box` is left inside `clip` to be seen. */
export function survives(box: Box, clip: Box): boolean {
  const width = Math.min(box.right, clip.right) - Math.max(box.left, clip.left);
  const height = Math.min(box.bottom, clip.bottom) - Math.max(box.top, clip.top);
  return width >= MIN_PX && height >= MIN_PX;
}

export function within(box: Box, clip: Box): boolean {
  return box.left >= clip.left && box.right <= clip.right && box.top >= clip.top && box.bottom <= clip.bottom;
}

export const isEmpty = (box: Box): boolean => box.right - box.left < MIN_PX || box.bottom - box.top < MIN_PX;

/**
 * The clip of an element's children. `hidden` cuts at the box; `auto` and `scroll` cut at the box as well, but
 * what lies beyond it can be scrolled to: that axis opens, from where the scrolled content begins.
 */
export function narrow(clip: Box, box: Box, style: Overflow, scroll: Scroll): Box {
  const next: Box = { ...clip, scrolls: isScrolled(style.x) && isScrolled(style.y) };
  if (style.x === "hidden" || style.x === "clip") {
    next.left = Math.max(clip.left, box.left);
    next.right = Math.min(clip.right, box.right);
  } else if (style.x !== "visible") {
    const seen = Math.min(clip.right, box.right) - Math.max(clip.left, box.left) >= MIN_PX;
    next.left = seen ? box.left - scroll.left : Infinity;
    next.right = seen ? box.left - scroll.left + scroll.width : -Infinity;
  }
  if (style.y === "hidden" || style.y === "clip") {
    next.top = Math.max(clip.top, box.top);
    next.bottom = Math.min(clip.bottom, box.bottom);
  } else if (style.y !== "visible") {
    const seen = Math.min(clip.bottom, box.bottom) - Math.max(clip.top, box.top) >= MIN_PX;
    next.top = seen ? box.top - scroll.top : Infinity;
    next.bottom = seen ? box.top - scroll.top + scroll.height : -Infinity;
  }
  return next;
}

const isScrolled = (overflow: string): boolean => overflow === "auto" || overflow === "scroll";

export interface Overflow {
  x: string;
  y: string;
}

/** Where a scroll area stands, and how large what it scrolls is. */
export interface Scroll {
  left: number;
  top: number;
  width: number;
  height: number;
}

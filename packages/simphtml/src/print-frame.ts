import type { Look, Page } from "./page.js";
import { controlOf } from "./print-operable.js";
import type { Walk } from "./walk.js";

/** The page in a frame, where the frame stands; one that cannot be read is a line that a driver can fill in. */
export function printFrame<L extends Look>(walk: Walk<L>, element: Element, look: L, parent: L): void {
  const { page, out } = walk;
  const top = page.boxTop(element, parent);
  const inner = page.frameRoot(element);
  if (top === undefined || !inner) {
    walk.remove("clipped", "out of sight", element);
    return;
  }
  out.breakLine();
  if (inner === "unreadable") out.put(controlOf(walk, element, "frame", frameName(page, element)), top);
  else {
    walk.labels.collect(inner);
    walk.element(inner, page.frameLook(element, look));
  }
  out.breakLine();
}

function frameName({ dom }: Page, element: Element): string {
  const host = /^https?:\/\/([^/]+)/.exec(dom.attr(element, "src") ?? "")?.[1];
  return [dom.attr(element, "title") || dom.attr(element, "name"), host].filter(Boolean).join(", ");
}

import { controlKind } from "./control-kind.js";
import { ELEMENT } from "./dom.js";
import type { Control } from "./line.js";
import { nameOf, oneLine } from "./name-of.js";
import type { Look, Page } from "./page.js";
import { controlOf } from "./print-operable.js";
import { isPointerRoot, type Walk } from "./walk.js";

const UNDRAWN = new Set([
  "title",
  "desc",
  "defs",
  "symbol",
  "style",
  "script",
  "metadata",
  "clippath",
  "mask",
]);
const WITH_TEXT = new Set(["text", "foreignobject", "a"]);
const MAX_CHARS = 100;
/** `alt="..."` does not. */
const SAYS_SOMETHING = /[\p{L}\p{N}\p{S}]/u;

/** A picture is its name, when it has one; one that reacts to clicks is a control; a drawing may hold text. */
export function printPicture<L extends Look>(
  walk: Walk<L>,
  element: Element,
  tag: string,
  look: L,
  parent: L,
): void {
  const { page, out } = walk;
  const kind = kindOfPicture(page, element, tag, look, parent);
  if (tag === "svg" && page.dom.find(element, kind ? "a" : "text, a, foreignObject")) {
    out.space();
    printDrawing(walk, element, look);
    return;
  }
  const written = pictureName(page, element, tag);
  const name = SAYS_SOMETHING.test(written) ? written : "";
  const top = page.boxTop(element, parent);
  if (top === undefined || look.mute) return;
  if (kind) out.put(controlOf(walk, element, kind, name || nameOf(page, element)), top);
  else if (name || walk.options.skip.has("decor")) out.picture(name.slice(0, MAX_CHARS), element, top);
  else walk.remove("decor", "a picture without a name", element);
}

/** What its role or a handler says, else whether the cursor shows that it can be clicked. */
function kindOfPicture<L extends Look>(
  page: Page<L>,
  element: Element,
  tag: string,
  look: L,
  parent: L,
): Control["kind"] | undefined {
  const byMarkup = controlKind(page, element, tag, look, parent, true);
  if (byMarkup) return byMarkup;
  const drawing = tag === "svg" && page.dom.find(element, "text, foreignObject");
  return isPointerRoot(look, parent) && !drawing ? "press" : undefined;
}

function pictureName(page: Page, element: Element, tag: string): string {
  const { dom } = page;
  if (tag === "img") return oneLine(dom.attr(element, "alt") ?? "");
  const title = dom.find(element, "title");
  return oneLine(dom.attr(element, "aria-label") ?? (title ? dom.textOf(title) : ""));
}

function printDrawing<L extends Look>(walk: Walk<L>, element: Element, look: L): void {
  const { page } = walk;
  for (const child of page.children(element)) {
    if (page.dom.type(child) !== ELEMENT) continue;
    const inner = child as Element;
    const tag = page.dom.tag(inner);
    if (UNDRAWN.has(tag)) continue;
    if (WITH_TEXT.has(tag)) {
      walk.out.space();
      walk.element(inner, look);
      walk.out.space();
    } else {
      const innerLook = page.look(inner, look);
      if (!innerLook.gone) walk.deeper(inner, look, () => printDrawing(walk, inner, innerLook));
    }
  }
}

import { controlKind } from "./control-kind.js";
import { ELEMENT } from "./dom.js";
import { nameOf } from "./name-of.js";
import type { Look } from "./page.js";
import { controlOf } from "./print-operable.js";
import type { Walk } from "./walk.js";

const OPERABLE_UNSEEN = new Set(["checkbox", "radio", "range"]);
const INSIDE_LABEL = new Set(["a", "button", "input", "select", "textarea"]);
const NOT_DISPLAYED = new Set(["display: none", "hidden"]);

/** A label's text is the name of its box or field; what else can be operated inside it is listed after it. */
export function printLabel<L extends Look>(walk: Walk<L>, label: Element, look: L, parent: L): void {
  walk.remove("label", "printed as the name of its field", label);
  const target = walk.labels.targetAtLabel(label);
  const top = target && walk.page.boxTop(label, parent);
  if (target && top !== undefined) {
    const kind = controlKind(walk.page, target, "input", look, parent);
    if (kind) walk.out.put(controlOf(walk, target, kind, walk.labels.textOf(label)), top);
  }
  walk.boundary(look, () => printControlsIn(walk, label, look));
}

function printControlsIn<L extends Look>(walk: Walk<L>, element: Element, look: L): void {
  const { dom } = walk.page;
  for (const child of walk.page.children(element)) {
    if (dom.type(child) !== ELEMENT) continue;
    const inner = child as Element;
    const tag = dom.tag(inner);
    const innerLook = walk.page.look(inner, look);
    if (innerLook.gone) walk.hidden(inner, tag, innerLook.gone);
    else if (INSIDE_LABEL.has(tag)) walk.shown(inner, tag, innerLook, look);
    else walk.deeper(inner, look, () => printControlsIn(walk, inner, innerLook));
  }
}

/** Inputs that a page draws by other means can be operated all the same. False when it is none of these. */
export function printHiddenInput<L extends Look>(
  walk: Walk<L>,
  element: Element,
  tag: string,
  reason: string,
): boolean {
  const { page, labels, out } = walk;
  if (tag !== "input") return false;
  const type = page.dom.attr(element, "type")?.toLowerCase() ?? "";
  if (type !== "file" && (NOT_DISPLAYED.has(reason) || !OPERABLE_UNSEEN.has(type))) return false;
  if (labels.printedAtLabel(element)) return true;
  const look = page.rootLook();
  const kind = controlKind(page, element, tag, look, look);
  if (kind) out.put(controlOf(walk, element, kind, labels.nameFor(element) || nameOf(page, element)), 0);
  return true;
}

import { controlState } from "./control-state.js";
import type { Control } from "./line.js";
import { labelledBy, nameOf, oneLine } from "./name-of.js";
import type { Look, Page } from "./page.js";
import { printHiddenInput } from "./print-label.js";
import type { Walk } from "./walk.js";

/** These hold no content that could be walked. */
const FIELDS = new Set(["input", "select", "textarea"]);
const SIZED = new Set<Control["kind"]>(["canvas", "media", "frame"]);
const SHORT_VALUE = 120;
const BLOCKS = "p, div, li, br, pre, h1, h2, h3";

/** Prints something that can be operated, with its handle, its name and its state. */
export function printOperable<L extends Look>(
  walk: Walk<L>,
  element: Element,
  tag: string,
  kind: Control["kind"],
  look: L,
  parent: L,
): void {
  const topOf = () => walk.page.boxTop(element, parent) ?? (walk.kept > 0 ? look.top : undefined);
  if (FIELDS.has(tag) || SIZED.has(kind)) printAtom(walk, element, tag, kind, topOf());
  else if (kind === "field") printEditor(walk, element, tag, look, topOf());
  else printByContent(walk, element, tag, kind, look, topOf);
}

export function controlOf<L extends Look>(
  { page, options }: Walk<L>,
  element: Element,
  kind: Control["kind"],
  name: string,
): Control {
  return {
    element,
    id: options.handles.idOf(element),
    kind,
    name,
    nameIsText: false,
    ...controlState(page, element, kind),
    ...(SIZED.has(kind) ? { value: page.size(element) } : {}),
  };
}

function printAtom<L extends Look>(
  walk: Walk<L>,
  element: Element,
  tag: string,
  kind: Control["kind"],
  top: number | undefined,
): void {
  if (walk.labels.printedAtLabel(element)) return;
  const name = walk.labels.nameFor(element) || nameOf(walk.page, element);
  if (top !== undefined) walk.out.put(controlOf(walk, element, kind, name), top);
  else if (!printHiddenInput(walk, element, tag, "out of sight"))
    walk.remove("clipped", "out of sight", element);
}

/** What stands in an editor is text of the page; short content is the value of the field. */
function printEditor<L extends Look>(
  walk: Walk<L>,
  element: Element,
  tag: string,
  look: L,
  top: number | undefined,
): void {
  if (top === undefined) {
    walk.remove("clipped", "out of sight", element);
    return;
  }
  const { dom } = walk.page;
  const content = oneLine(dom.textOf(element));
  const name = walk.labels.nameFor(element) || nameOf(walk.page, element);
  const control = controlOf(walk, element, "field", name === content ? "" : name);
  const short = content.length <= SHORT_VALUE && !dom.find(element, BLOCKS);
  if (short && content) control.value = content;
  walk.out.put(control, top);
  if (!short) walk.content(element, tag, look);
}

function printByContent<L extends Look>(
  walk: Walk<L>,
  element: Element,
  tag: string,
  kind: Control["kind"],
  look: L,
  topOf: () => number | undefined,
): void {
  const control = controlOf(walk, element, kind, "");
  let top: number | undefined;
  const boxTop = () => {
    top = topOf();
    return top ?? look.top;
  };
  const { text, holdsControl } = walk.out.control(control, boxTop, () =>
    walk.content(element, tag, { ...look, flow: "inline" }),
  );
  if (!text && holdsControl && !walk.options.skip.has("wrapper")) {
    walk.out.withdraw(control);
    walk.remove("wrapper", "the control inside it is listed", element);
  } else if (!text && top === undefined) {
    walk.out.withdraw(control);
    walk.remove("clipped", "out of sight", element);
  } else {
    control.nameIsText = /[\p{L}\p{N}]/u.test(text);
    control.name = /\p{L}/u.test(text) ? text : nameBeside(text, nameOf(walk.page, element, text));
    if (kind === "select") labelChoice(walk.page, control, text);
  }
}

/** What a drop-down made of other elements shows is its value; its name stands elsewhere. */
function labelChoice(page: Page, control: Control, text: string): void {
  const label =
    labelledBy(page, control.element) || oneLine(page.dom.attr(control.element, "aria-label") ?? "");
  if (!label || !text || label === text) return;
  control.name = label;
  control.value = text;
}

/** A figure or a sign alone says little: `3` is `3 comments` when its author says so. */
function nameBeside(text: string, name: string): string {
  if (!/\p{N}/u.test(text)) return name || text;
  if (!name || text.includes(name)) return text;
  const figures = text.match(FIGURE) ?? [];
  const said: string[] = name.match(FIGURE) ?? [];
  const beside = figures.every((figure) => said.includes(figure)) ? text.replace(FIGURE, "").trim() : text;
  return `${beside} ${name}`.trim();
}

const FIGURE = /\p{N}[\p{N}.,:]*/gu;

import type { Control } from "./line.js";
import type { Look, Page } from "./page.js";

export type ControlKind = Control["kind"];

/** Everything a person can operate that says so in its markup. */
export const CONTROLS = [
  "a[href]",
  "area[href]",
  "button",
  "input:not([type=hidden])",
  "select",
  "textarea",
  "summary",
  "[onclick]",
  "[contenteditable]:not([contenteditable=false])",
  "[role=button]",
  "[role=link]",
  "[role=tab]",
  "[role=menuitem]",
  "[role=menuitemcheckbox]",
  "[role=menuitemradio]",
  "[role=option]",
  "[role=treeitem]",
  "[role=switch]",
  "[role=checkbox]",
  "[role=radio]",
  "[role=combobox]",
  "[role=textbox]",
  "[role=searchbox]",
  "[role=slider]",
  "[role=spinbutton]",
].join(", ");

const BY_ROLE: Record<string, ControlKind> = {
  button: "press",
  link: "press",
  tab: "press",
  menuitem: "press",
  menuitemcheckbox: "box",
  menuitemradio: "radio",
  option: "press",
  treeitem: "press",
  switch: "box",
  checkbox: "box",
  radio: "radio",
  combobox: "select",
  textbox: "field",
  searchbox: "field",
  slider: "field",
  spinbutton: "field",
};

const BY_INPUT_TYPE: Record<string, ControlKind> = {
  checkbox: "box",
  radio: "radio",
  file: "file",
  submit: "press",
  button: "press",
  reset: "press",
  image: "press",
};

/** A clickable area larger than this is a container that reacts to clicks on its parts. */
const MAX_POINTER_CHARS = 600;
const CONTAINERS = new Set([
  "table",
  "tbody",
  "thead",
  "tr",
  "ul",
  "ol",
  "dl",
  "body",
  "main",
  "section",
  "nav",
]);

export function controlKind<L extends Look>(
  page: Page<L>,
  element: Element,
  tag: string,
  look: L,
  parent: L,
  inControl = false,
): ControlKind | undefined {
  const { dom } = page;
  if (tag === "input") {
    const type = dom.attr(element, "type")?.toLowerCase() ?? "text";
    return type === "hidden" ? undefined : (BY_INPUT_TYPE[type] ?? "field");
  }
  if (tag === "select") return "select";
  if (tag === "textarea") return "field";
  const byRole = look.role ? BY_ROLE[look.role] : undefined;
  if (byRole) return byRole;
  if (tag === "button" || tag === "summary") return "press";
  if (tag === "canvas") return "canvas";
  if (!look.bare) {
    const byAttributes = attributeKind(page, element, tag);
    if (byAttributes) return byAttributes;
  }
  return look.pointer && !parent.pointer && !inControl ? pointerKind(page, element, tag) : undefined;
}

function attributeKind(page: Page, element: Element, tag: string): ControlKind | undefined {
  const { dom } = page;
  if ((tag === "a" || tag === "area") && dom.attr(element, "href") !== null) return "press";
  if ((tag === "video" || tag === "audio") && dom.attr(element, "controls") !== null) return "media";
  const editable = dom.attr(element, "contenteditable");
  if (editable !== null && editable !== "false") return "field";
  return dom.attr(element, "onclick") !== null && !holdsControls(page, element) ? "press" : undefined;
}

/** Without semantics, the outermost element with a pointer cursor is the control, unless it holds controls. */
function pointerKind(page: Page, element: Element, tag: string): ControlKind | undefined {
  if (tag === "label" || tag === "option" || tag === "svg" || tag.includes("-")) return undefined;
  return holdsControls(page, element) ? undefined : "press";
}

/** A pointer area that holds rows or much text hands its cursor on: its children are the controls. */
export function handsPointerOn(page: Page, element: Element, tag: string): boolean {
  return CONTAINERS.has(tag) || page.dom.textOf(element).length > MAX_POINTER_CHARS;
}

export function holdsControls(page: Page, element: Element): boolean {
  if (page.dom.find(element, CONTROLS)) return true;
  const shadow = page.shadowRoot(element);
  return shadow !== null && page.dom.find(shadow as ShadowRoot, CONTROLS) !== null;
}

import type { Page } from "./page.js";

const MAX_NAME_CHARS = 120;

/**
 * What to call an element that shows no text, or only `shown`: what its author wrote for those who cannot see it, or
 * its icon.
 */
export function nameOf(page: Page, element: Element, shown = ""): string {
  const { dom } = page;
  for (const name of candidates(page, element)) {
    const text = oneLine(name ?? "");
    if (text && text !== shown)
      return text.length > MAX_NAME_CHARS ? `${text.slice(0, MAX_NAME_CHARS)}…` : text;
  }
  return dom.tag(element) === "a" ? lastStep(dom.attr(element, "href") ?? "") : "";
}

function* candidates(page: Page, element: Element): Iterable<string | null> {
  const { dom } = page;
  yield labelledBy(page, element);
  yield dom.attr(element, "aria-label");
  if (dom.tag(element) === "input") {
    if (BUTTONS.has(dom.attr(element, "type") ?? "")) yield dom.attr(element, "value");
    yield dom.attr(element, "alt");
    yield dom.attr(element, "placeholder");
  }
  yield dom.attr(element, "placeholder") ?? dom.attr(element, "aria-placeholder");
  yield dom.attr(element, "alt");
  yield* inside(page, element);
  yield dom.attr(element, "title");
  for (const name of TOOLTIPS) yield dom.attr(element, name);
  if (FIELDS.has(dom.tag(element))) yield dom.attr(element, "name") ?? dom.attr(element, "id");
  yield iconOf(page, element);
}

const BUTTONS = new Set(["submit", "button", "reset"]);
const FIELDS = new Set(["input", "select", "textarea"]);
const TOOLTIPS = [
  "data-tooltip",
  "data-title",
  "data-original-title",
  "data-bs-original-title",
  "data-label",
];

export function labelledBy(page: Page, element: Element): string {
  const ids = page.dom.attr(element, "aria-labelledby");
  if (!ids) return "";
  const labels = ids.split(/\s+/).map((id) => page.byId(element, id));
  return oneLine(labels.map((label) => (label ? page.dom.textOf(label) : "")).join(" "));
}

/** Names of pictures inside, then text that only a screen reader gets. */
function* inside(page: Page, element: Element): Iterable<string | null> {
  const { dom } = page;
  for (const root of [element, page.shadowRoot(element) as ShadowRoot | null]) {
    if (!root || FIELDS.has(dom.tag(element))) continue;
    const image = dom.find(root, "img[alt]:not([alt='']), [aria-label]");
    if (image) yield dom.attr(image, "alt") || dom.attr(image, "aria-label");
    const title = dom.find(root, "svg title");
    if (title) yield dom.textOf(title);
    if (!dom.find(root, "style, script, select, textarea")) yield dom.textOf(root);
    const titled = dom.find(root, "[title]");
    if (titled) yield dom.attr(titled, "title");
  }
}

/** `<use href="#cart">`, `class="fa-cart"`: the only word there is for what an icon button does. */
function iconOf(page: Page, element: Element): string | null {
  const { dom } = page;
  const use = dom.find(element, "use");
  const reference = use && (dom.attr(use, "href") ?? dom.attr(use, "xlink:href"));
  if (reference?.includes("#")) return reference.slice(reference.lastIndexOf("#") + 1).replace(/^icon-/, "");
  for (const icon of [element, dom.find(element, "i, span[class*=icon], svg[class*=icon]")]) {
    const found =
      icon &&
      /(?:^|\s)(?:fa|bi|icon|ti|ri|mdi|glyphicon|oi|lucide)-([a-z][a-z-]{2,})/.exec(
        dom.attr(icon, "class") ?? "",
      );
    if (found) return found[1]!;
  }
  return null;
}

const lastStep = (href: string): string => {
  const step =
    href
      .replace(/[?#].*$/, "")
      .split("/")
      .filter(Boolean)
      .pop() ?? "";
  return step.length <= 40 && !step.includes(":") ? step : "";
};

export function oneLine(text: string): string {
  const shown = INVISIBLE.test(text) ? text.replace(EVERY_INVISIBLE, "") : text;
  return collapsed(shown).trim();
}

/** Every stretch of blanks as one blank. Most texts are so already, and need not be written anew. */
export const collapsed = (text: string): string =>
  UNCOLLAPSED.test(text) ? text.replace(/\s+/g, " ") : text;

const UNCOLLAPSED = /[^\S ]| {2}/;

export const INVISIBLE = /\u200b|\u200c|\u200d|\u2060|\ufeff|\u00ad/;
export const EVERY_INVISIBLE = new RegExp(INVISIBLE, "g");

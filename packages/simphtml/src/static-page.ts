import { ELEMENT, plainDom, TEXT } from "./dom.js";
import { CELL_ROLES, type FieldState, type Flow, type Look, type Page } from "./page.js";

/**
 * Parsed HTML without layout: only what markup itself says hides. No class name is ever taken as a hint, because
 * "foot" is also in "football".
 */
export class StaticPage implements Page {
  readonly dom = plainDom;
  readonly root: Element;
  readonly viewportHeight = 0;
  readonly #hosts = new WeakMap<Node, Element>();

  constructor(document: Document) {
    this.root = document.body ?? document.documentElement;
  }

  rootLook(): Look {
    return { role: null, bare: true, mute: false, flow: "block", pre: false, pointer: false, top: 0 };
  }

  look(element: Element, parent: Look): Look {
    const tag = element.localName;
    const style = styleOf(element);
    const role = element.getAttribute("role");
    return {
      role,
      bare: !element.hasAttributes(),
      gone: hiddenBy(element, tag, style),
      mute: style.visibility ? style.visibility !== "visible" : parent.mute,
      flow: flowOf(tag, role, style.display),
      pre: style["white-space"] ? style["white-space"].startsWith("pre") : parent.pre || PRE.has(tag),
      pointer: style.cursor ? style.cursor === "pointer" : parent.pointer,
      top: 0,
    } as Look;
  }

  textTop(_text: Node, look: Look): number | undefined {
    return look.mute ? undefined : 0;
  }

  boxTop(): number {
    return 0;
  }

  *children(element: Element): Iterable<Node> {
    if (element.localName === "slot") return yield* this.#slotted(element);
    const closed = element.localName === "details" && !element.hasAttribute("open");
    for (const child of (this.shadowRoot(element) ?? element).childNodes) {
      if (closed && (child as Element).localName !== "summary") continue;
      if (!isShadow(child)) yield child;
    }
  }

  *#slotted(slot: Element): Iterable<Node> {
    let root: Node = slot;
    while (root.parentNode && !this.#hosts.has(root)) root = root.parentNode;
    const host = this.#hosts.get(root);
    const name = slot.getAttribute("name") ?? "";
    const assigned = [...(host?.childNodes ?? [])].filter((child) => {
      if (isShadow(child)) return false;
      if (child.nodeType === TEXT) return name === "";
      return child.nodeType === ELEMENT && ((child as Element).getAttribute("slot") ?? "") === name;
    });
    yield* assigned.length > 0 ? assigned : slot.childNodes;
  }

  frameRoot(element: Element): "unreadable" | undefined {
    return element.localName === "iframe" || element.localName === "frame" ? "unreadable" : undefined;
  }

  frameLook(_frame: Element, look: Look): Look {
    return look;
  }

  drawn(element: Element): boolean {
    for (let at: Element | null = element; at; at = at.parentElement)
      if (hiddenBy(at, at.localName, styleOf(at))) return false;
    return true;
  }

  countElements(): number {
    return this.root.querySelectorAll("*").length;
  }

  field(element: Element): FieldState {
    const options = [...element.querySelectorAll("option")];
    const chosen = options.filter((option) => option.hasAttribute("selected"));
    if (chosen.length === 0 && !element.hasAttribute("multiple")) chosen.push(...options.slice(0, 1));
    return {
      value:
        element.localName === "textarea"
          ? (element.textContent ?? "")
          : (element.getAttribute("value") ?? ""),
      checked: element.hasAttribute("checked"),
      invalid: false,
      options: options.map(optionLabel),
      chosen: chosen.map(optionLabel),
    };
  }

  isDisabled(element: Element): boolean {
    return element.hasAttribute("disabled") || element.closest("fieldset[disabled]") !== null;
  }

  size(element: Element): string | undefined {
    const [width, height] = [element.getAttribute("width"), element.getAttribute("height")];
    return width && height ? `${width}×${height}` : undefined;
  }

  byId(near: Element, id: string): Element | null {
    let root: Node = near;
    while (root.parentNode && !this.#hosts.has(root)) root = root.parentNode;
    if (!this.#hosts.has(root)) return near.ownerDocument.getElementById(id);
    return [...(root as Element).querySelectorAll("[id]")].find((element) => element.id === id) ?? null;
  }

  /** Declarative shadow roots are plain templates to a parser. */
  shadowRoot(element: Element): Node | null {
    for (const child of element.childNodes) {
      if (!isShadow(child)) continue;
      this.#hosts.set(child, element);
      return child;
    }
    return null;
  }
}

const PRE = new Set(["pre", "textarea", "listing"]);
const NEVER_SHOWN = new Set(
  "script style noscript template head title meta link base datalist source track param object embed".split(
    " ",
  ),
);
const INLINE = new Set(
  `a abbr acronym b bdi bdo big cite code data del dfn em font i img input ins kbd label map mark meter output
  picture progress q rp rt ruby s samp select small span strike strong sub sup svg textarea time tt u var wbr slot
  button br`.split(/\s+/),
);

const isShadow = (node: Node): boolean =>
  node.nodeType === ELEMENT &&
  (node as Element).localName === "template" &&
  (node as Element).hasAttribute("shadowrootmode");

const optionLabel = (option: Element): string =>
  (option.getAttribute("label") || option.textContent || "").replace(/\s+/g, " ").trim();

/** Declarations of the style attribute that decide whether something shows. */
function styleOf(element: Element): Record<string, string> {
  const text = element.getAttribute("style");
  if (!text) return {};
  const pairs = text
    .split(";")
    .map((declaration) => declaration.split(":", 2).map((side) => side.trim().toLowerCase()));
  return Object.fromEntries(pairs.filter((pair) => pair.length === 2)) as Record<string, string>;
}

const OPERABLE = "input:not([type=hidden]), select, textarea";
const DIALOG = "dialog[open], [role=dialog], [role=alertdialog], [aria-modal=true]";

function hiddenBy(element: Element, tag: string, style: Record<string, string>): string | undefined {
  if (NEVER_SHOWN.has(tag)) return `<${tag}>`;
  if (element.hasAttribute("hidden")) return "hidden";
  if (style.display?.startsWith("none")) return "display: none";
  if (Number.parseFloat(style.opacity ?? "1") === 0 && !element.matches(OPERABLE)) return "opacity: 0";
  if (tag === "dialog" && !element.hasAttribute("open")) return "closed dialog";
  if (tag === "input" && element.getAttribute("type") === "hidden") return "hidden input";
  if (element.getAttribute("aria-hidden") === "true" && !showsAlthoughAriaHidden(element))
    return "aria-hidden";
  return undefined;
}

/** Frameworks hide the whole root from assistive technology while a dialog inside it is what a person sees. */
const showsAlthoughAriaHidden = (element: Element): boolean =>
  element.matches(`${DIALOG}, ${OPERABLE}, body, main`) ||
  element.querySelector(`${DIALOG}, ${OPERABLE}`) !== null ||
  [...element.querySelectorAll("[style]")].some((child) => styleOf(child).position?.startsWith("fixed"));

function flowOf(tag: string, role: string | null, display: string | undefined): Flow {
  if (tag === "tr" || role === "row") return "row";
  if (tag === "td" || tag === "th" || (role && CELL_ROLES.has(role))) return "cell";
  if (display)
    return display.startsWith("inline") ? (display === "inline" ? "inline" : "inline-block") : "block";
  if (tag === "button" || tag === "select" || tag === "input") return "inline-block";
  return INLINE.has(tag) || tag.includes("-") ? "inline" : "block";
}

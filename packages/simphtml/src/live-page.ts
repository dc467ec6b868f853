import { type Clip, isEmpty, survives, within } from "./clip.js";
import { ELEMENT } from "./dom.js";
import { clipOfChildren, clipOfFixed, clipsItselfAway, NOWHERE, scrollableArea } from "./live-clip.js";
import type { LiveDom, PageWindow } from "./live-dom.js";
import { oneLine } from "./name-of.js";
import { CELL_ROLES, type FieldState, type Flow, type Look, type Page } from "./page.js";
import { PLAIN_FLOW, styledElements } from "./styled-elements.js";

export interface LiveLook extends Look {
  clip: Clip;
  /** The window of the document it stands in. */
  window: PageWindow;
  /** When known: the elements whose style must be read, all others of plain tags being as their parents. */
  styled: ReadonlySet<Element> | undefined;
  /** The computed cursor, whatever became of `pointer`. */
  hand: boolean;
  /** A flex or grid container: its children are blocks. */
  blocks: boolean;
  /** Position of this document's viewport in the outermost one. */
  dy: number;
}

/** A page in a browser: what shows is decided by computed style and by where boxes are, and by nothing else. */
export class LivePage implements Page<LiveLook> {
  readonly dom: LiveDom;
  readonly root: Element;
  readonly viewportHeight: number;
  readonly #window: PageWindow;
  readonly #range: Range;
  readonly #closedRoots: WeakMap<Element, ShadowRoot>;
  readonly #styled = new Map<PageWindow, ReadonlySet<Element> | undefined>();
  #rootLook: LiveLook | undefined;

  constructor(window: PageWindow, dom: LiveDom, closedRoots: WeakMap<Element, ShadowRoot>) {
    this.#window = window;
    this.dom = dom;
    this.root = dom.body(window.document);
    this.viewportHeight = window.innerHeight;
    this.#range = window.document.createRange();
    this.#closedRoots = closedRoots;
  }

  rootLook(): LiveLook {
    if (this.#rootLook) return this.#rootLook;
    const box = scrollableArea(this.dom, this.#window);
    this.#rootLook = {
      role: null,
      bare: true,
      mute: false,
      flow: "block",
      pre: false,
      pointer: false,
      hand: false,
      top: 0,
      dy: 0,
      window: this.#window,
      styled: undefined,
      blocks: false,
      clip: { flow: box, absolute: box },
    };
    return this.#rootLook;
  }

  look(element: Element, parent: LiveLook): LiveLook {
    const { dom } = this;
    const tag = dom.tag(element);
    const bare = !dom.hasAttributes(element);
    const role = bare ? null : dom.attr(element, "role");
    const plain = parent.styled && !parent.styled.has(element) ? PLAIN_FLOW.get(tag) : undefined;
    const hand = parent.hand || (tag === "a" && !bare && dom.attr(element, "href") !== null);
    const look: LiveLook = {
      role,
      bare,
      mute: parent.mute,
      flow: parent.blocks || !plain ? "block" : plain,
      pre: parent.pre,
      pointer: hand,
      hand,
      blocks: false,
      top: parent.top,
      dy: parent.dy,
      window: parent.window,
      styled: tag === "body" ? this.#styledIn(parent.window) : parent.styled,
      clip: parent.clip,
    };
    if (plain && !this.shadowRoot(element)) look.flow = flowByRole(look.flow, role);
    else this.#read(look, element, tag, parent);
    return look;
  }

  #read(look: LiveLook, element: Element, tag: string, parent: LiveLook): void {
    const style = parent.window.getComputedStyle(element);
    const { display } = style;
    if (display === "none") {
      look.gone = "display: none";
      return;
    }
    look.mute = style.visibility !== "visible";
    if (tag.includes("-") || this.shadowRoot(element)) look.styled = undefined;
    if (display === "contents") {
      Object.assign(look, {
        flow: "inline",
        pointer: parent.pointer,
        hand: parent.hand,
        blocks: parent.blocks,
      });
      return;
    }
    const { position, cursor } = style;
    look.flow = flowByRole(flowOf(display), look.role);
    look.blocks = display.endsWith("flex") || display.endsWith("grid");
    look.pre = style.whiteSpaceCollapse !== "collapse";
    look.pointer = look.hand = cursor === "pointer";
    const { opacity } = style;
    if (opacity !== "1" && Number(opacity) < MIN_OPACITY) look.gone = "opacity: 0";
    const { flow, absolute } = parent.clip;
    const own =
      position === "fixed" ? clipOfFixed(this, element, flow) : position === "absolute" ? absolute : flow;
    if (clipsItselfAway(style, display, position)) look.gone = "clipped to nothing";
    if (CHILDLESS.has(tag)) return;
    look.clip = clipOfChildren(this.dom, element, style, { own, display, position }, parent.clip);
  }

  #styledIn(window: PageWindow): ReadonlySet<Element> | undefined {
    if (!this.#styled.has(window)) this.#styled.set(window, styledElements(this.dom, window));
    return this.#styled.get(window);
  }

  textTop(text: Node, { mute, clip, dy }: LiveLook): number | undefined {
    if (mute) return undefined;
    this.#range.selectNodeContents(text);
    const all = this.#range.getBoundingClientRect();
    if (!within(all, clip.flow) || isEmpty(all)) {
      if (!survives(all, clip.flow)) return undefined;
      const lines = this.#range.getClientRects();
      let shows = false;
      for (let i = 0; i < lines.length && !shows; i++) shows = survives(lines[i]!, clip.flow);
      if (!shows) return undefined;
    }
    return all.top + dy;
  }

  children(element: Element): Iterable<Node> {
    const { dom } = this;
    const tag = dom.tag(element);
    if (tag === "slot") {
      const assigned = dom.assigned(element);
      if (assigned.length > 0) return assigned;
    }
    const found: Node[] = [];
    const root = this.shadowRoot(element) ?? element;
    for (let child = dom.firstChild(root); child; child = dom.nextSibling(child)) found.push(child);
    if (tag !== "details" || dom.attr(element, "open") !== null) return found;
    return found.filter((child) => dom.type(child) === ELEMENT && dom.tag(child as Element) === "summary");
  }

  shadowRoot(element: Element): ShadowRoot | null {
    const { dom } = this;
    const root = dom.openRoot(element) ?? this.#closedRoots.get(element) ?? null;
    return root ?? (dom.tag(element).includes("-") ? openedByExtension(element) : null);
  }

  frameRoot(element: Element): Element | "unreadable" | undefined {
    const tag = this.dom.tag(element);
    if (tag !== "iframe" && tag !== "frame") return undefined;
    const inner = contentOf(element as HTMLIFrameElement);
    return inner ? this.dom.body(inner) : "unreadable";
  }

  frameLook(frame: Element, look: LiveLook): LiveLook {
    const box = this.dom.box(frame);
    const inner = this.dom.windowOf(contentOf(frame as HTMLIFrameElement)!);
    const seen = survives(box, look.clip.flow);
    const clip = seen ? scrollableArea(this.dom, inner) : NOWHERE;
    return {
      ...look,
      flow: "block",
      mute: false,
      pointer: false,
      dy: look.dy + box.top,
      window: inner,
      styled: undefined,
      clip: { flow: clip, absolute: clip },
    };
  }

  drawn(element: Element): boolean {
    return this.dom.isRendered(element) && !isEmpty(this.dom.box(element));
  }

  boxTop(element: Element, parent: LiveLook): number | undefined {
    const box = this.dom.box(element);
    return survives(box, parent.clip.flow) ? box.top + parent.dy : undefined;
  }

  countElements(): number {
    return this.dom.countElements(this.#window.document);
  }

  field(element: Element): FieldState {
    const field = element as HTMLInputElement & HTMLSelectElement;
    const options = field.options ? [...(field.options as Iterable<HTMLOptionElement>)] : [];
    return {
      value: typeof field.value === "string" ? field.value : "",
      checked: field.indeterminate === true ? "mixed" : field.checked === true,
      invalid: this.dom.matches(element, ":user-invalid"),
      options: options.map((option) => oneLine(option.label || option.text)),
      chosen: options
        .filter((option) => option.selected)
        .map((option) => oneLine(option.label || option.text)),
    };
  }

  isDisabled(element: Element, tag: string): boolean {
    return CAN_BE_DISABLED.has(tag) && this.dom.matches(element, ":disabled");
  }

  size(element: Element): string {
    const { width, height } = this.dom.box(element);
    return `${Math.round(width)}×${Math.round(height)}`;
  }

  byId(near: Element, id: string): Element | null {
    const root = this.dom.rootOf(near);
    return this.dom.type(root) === ELEMENT ? null : this.dom.byId(root, id);
  }

  /** Elements at a point from the topmost down, through shadow roots. */
  stackAt(root: Document | ShadowRoot, x: number, y: number): Element[] {
    return this.dom
      .stackAt(root, x, y)
      .slice(0, MAX_STACK)
      .flatMap((element) => {
        if (this.dom.rootOf(element) !== root) return [];
        const shadow = this.shadowRoot(element);
        return shadow ? [...this.stackAt(shadow, x, y), element] : [element];
      });
  }

  /** The topmost element at a point. */
  topAt(root: Document | ShadowRoot, x: number, y: number): Element | undefined {
    const hit = this.dom.topAt(root, x, y);
    if (!hit || this.dom.rootOf(hit) !== root) return undefined;
    const shadow = this.shadowRoot(hit);
    return (shadow && this.topAt(shadow, x, y)) ?? hit;
  }

  flatParent(node: Node): Node | null {
    const slot = this.dom.slotOf(node);
    if (slot) return slot;
    const parent = this.dom.parent(node);
    return parent && this.dom.type(parent) === 11 ? ((parent as ShadowRoot).host ?? null) : parent;
  }
}

/** What lies deeper at a point is not looked at: a shade is near the top, and a page may be nested endlessly. */
const MAX_STACK = 200;
const MIN_OPACITY = 0.01;
/** What they hold is not walked, so that nothing is cut by them. */
const CHILDLESS = new Set(["input", "img", "textarea", "select", "hr"]);
const CAN_BE_DISABLED = new Set(["button", "input", "select", "textarea"]);

function flowOf(display: string): Flow {
  if (display === "table-row") return "row";
  if (display === "table-cell") return "cell";
  if (display === "inline" || display.startsWith("ruby")) return "inline";
  return display.startsWith("inline") ? "inline-block" : "block";
}

function flowByRole(flow: Flow, role: string | null): Flow {
  if (role === null || flow === "row") return flow;
  if (role === "row") return "row";
  return CELL_ROLES.has(role) ? "cell" : flow;
}

function contentOf(frame: HTMLIFrameElement): Document | null {
  try {
    return frame.contentDocument;
  } catch {
    return null;
  }
}

interface ExtensionGlobals {
  chrome?: { dom?: { openOrClosedShadowRoot?(element: Element): ShadowRoot | null } };
}

/** Content scripts of an extension may look into closed shadow roots. */
function openedByExtension(element: Element): ShadowRoot | null {
  const open = (globalThis as ExtensionGlobals).chrome?.dom?.openOrClosedShadowRoot;
  return open ? open(element) : null;
}

import { isEmpty, survives, within } from "./clip.js";
import { ELEMENT } from "./dom.js";
import { NOWHERE, scrollableArea } from "./live-clip.js";
import type { LiveDom, PageWindow } from "./live-dom.js";
import { type LiveLook, LiveLooks } from "./live-look.js";
import { oneLine } from "./name-of.js";
import type { FieldState, Page } from "./page.js";
import type { StyledElements } from "./styled-elements.js";

/** A page in a browser: what shows is decided by computed style and by where boxes are, and by nothing else. */
export class LivePage implements Page<LiveLook> {
  readonly dom: LiveDom;
  readonly root: Element;
  readonly viewportHeight: number;
  readonly #window: PageWindow;
  readonly #range: Range;
  readonly #closedRoots: WeakMap<Element, ShadowRoot>;
  readonly #looks = new LiveLooks(this);
  /** A frame was looked into: not everything stands in one document. */
  hasFrames = false;
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
      inSight: undefined,
      blocks: false,
      clip: { flow: box, absolute: box },
    };
    return this.#rootLook;
  }

  look(element: Element, parent: LiveLook): LiveLook {
    return this.#looks.of(element, parent);
  }

  /** What style sheets may do to which elements, where that is known. */
  styledIn(window: PageWindow): StyledElements | undefined {
    return this.#looks.styledIn(window);
  }

  /** What may lie over something, when that is known. */
  get lifted(): readonly Element[] | undefined {
    return this.#looks.liftedUnknown ? undefined : this.#looks.lifted;
  }

  textTop(text: Node, { mute, clip, dy, inSight }: LiveLook): number | undefined {
    if (mute) return undefined;
    const vouched = inSight === undefined || inSight === "never" ? undefined : inSight.top(this.dom);
    if (vouched !== undefined) return vouched + dy;
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
    const root = this.shadowRoot(element, tag) ?? element;
    for (let child = dom.firstChild(root); child; child = dom.nextSibling(child)) found.push(child);
    if (tag !== "details" || dom.attr(element, "open") !== null) return found;
    return found.filter((child) => dom.type(child) === ELEMENT && dom.tag(child as Element) === "summary");
  }

  shadowRoot(element: Element, tag = this.dom.tag(element)): ShadowRoot | null {
    const custom = tag.includes("-");
    if (!custom && !HOSTS.has(tag)) return null;
    const root = this.dom.openRoot(element) ?? this.#closedRoots.get(element) ?? null;
    return root ?? (custom ? openedByExtension(element) : null);
  }

  /** Asked of the element: no object need be made for its text node. */
  onlyText(element: Element, tag: string): string | undefined {
    if (tag === "slot" || tag === "details" || this.dom.firstElement(element)) return undefined;
    return this.shadowRoot(element, tag) ? undefined : this.dom.textOf(element);
  }

  frameRoot(element: Element): Element | "unreadable" | undefined {
    const tag = this.dom.tag(element);
    if (tag !== "iframe" && tag !== "frame") return undefined;
    const inner = contentOf(element as HTMLIFrameElement);
    return inner ? this.dom.body(inner) : "unreadable";
  }

  frameLook(frame: Element, look: LiveLook): LiveLook {
    this.hasFrames = true;
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
      inSight: undefined,
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
/** Beside custom elements, only these can have a shadow root that a page may make. */
const HOSTS = new Set(
  "article aside blockquote body div footer h1 h2 h3 h4 h5 h6 header main nav p section span".split(" "),
);
const CAN_BE_DISABLED = new Set(["button", "input", "select", "textarea"]);

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

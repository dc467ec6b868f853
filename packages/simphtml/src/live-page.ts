import { isEmpty, survives, within } from "./clip.js";
import { ELEMENT } from "./dom.js";
import { NOWHERE, scrollableArea } from "./live-clip.js";
import type { LiveDom, PageWindow } from "./live-dom.js";
import { asInColumn, type LiveLook, lookOf, type Row } from "./live-look.js";
import { oneLine } from "./name-of.js";
import type { FieldState, Page } from "./page.js";

/** A page in a browser: what shows is decided by computed style and by where boxes are, and by nothing else. */
export class LivePage implements Page<LiveLook> {
  readonly dom: LiveDom;
  readonly root: Element;
  readonly viewportHeight: number;
  readonly #window: PageWindow;
  readonly #range: Range;
  readonly #closedRoots: WeakMap<Element, ShadowRoot>;
  /** By the section of a table. */
  readonly #columns = new Map<Element, Row["columns"]>();
  /** Elements that were looked at so far. */
  looked = 0;
  /** Those among them that are taken out of the flow, and so may lie over others. */
  readonly lifted: Element[] = [];

  constructor(window: PageWindow, dom: LiveDom, closedRoots: WeakMap<Element, ShadowRoot>) {
    this.#window = window;
    this.dom = dom;
    this.root = dom.body(window.document);
    this.viewportHeight = window.innerHeight;
    this.#range = window.document.createRange();
    this.#closedRoots = closedRoots;
  }

  rootLook(): LiveLook {
    const box = scrollableArea(this.dom, this.#window);
    return {
      role: null,
      bare: true,
      mute: false,
      flow: "block",
      pre: false,
      pointer: false,
      top: 0,
      dy: 0,
      clip: { flow: box, absolute: box },
      row: undefined,
      inSight: undefined,
    };
  }

  look(element: Element, parent: LiveLook): LiveLook {
    this.looked++;
    const bare = !this.dom.hasAttributes(element);
    const column = bare && parent.row ? parent.row.columns[parent.row.next++] : undefined;
    if (column && column.tag === this.dom.tag(element)) return asInColumn(column.look, parent);
    const style = this.dom.windowOf(element).getComputedStyle(element);
    const { display } = style;
    if (display === "none") return { ...parent, row: undefined, gone: "display: none" };
    const role = bare ? null : this.dom.attr(element, "role");
    if (display === "contents") {
      const mute = style.visibility !== "visible";
      return { ...parent, row: undefined, role, bare, mute, flow: "inline" };
    }
    const look = lookOf(this, element, style, parent, { role, bare, display });
    if (display === "table-row") look.row = this.#rowOf(element, look, bare);
    else if (bare && parent.row && look.clip === parent.clip && !look.gone)
      parent.row.columns[parent.row.next - 1] = { tag: this.dom.tag(element), look };
    return look;
  }

  /** A row that lies whole in sight vouches for the text of its cells, as long as nothing moves or cuts it. */
  #rowOf(row: Element, look: LiveLook, bare: boolean): Row | undefined {
    const box = this.dom.box(row);
    if (!isEmpty(box) && within(box, look.clip.flow)) look.inSight = box.top;
    if (!bare) return undefined;
    const section = this.dom.parent(row) as Element;
    const columns = this.#columns.get(section) ?? [];
    this.#columns.set(section, columns);
    return { columns, next: 0 };
  }

  textTop(text: Node, { mute, clip, dy, inSight }: LiveLook): number | undefined {
    if (mute) return undefined;
    if (inSight !== undefined) return inSight + dy;
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

  *children(element: Element): Iterable<Node> {
    const { dom } = this;
    const tag = dom.tag(element);
    if (tag === "slot") {
      const assigned = dom.assigned(element);
      if (assigned.length > 0) {
        yield* assigned;
        return;
      }
    }
    const closed = tag === "details" && dom.attr(element, "open") === null;
    const root = this.shadowRoot(element) ?? element;
    for (let child = dom.firstChild(root); child; child = dom.nextSibling(child)) {
      if (closed && !(dom.type(child) === 1 && dom.tag(child as Element) === "summary")) continue;
      yield child;
    }
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
      clip: { flow: clip, absolute: clip },
      row: undefined,
      inSight: undefined,
    };
  }

  drawn(element: Element): boolean {
    return this.dom.isRendered(element) && !isEmpty(this.dom.box(element));
  }

  boxTop(element: Element, parent: LiveLook): number | undefined {
    const box = this.dom.box(element);
    return survives(box, parent.clip.flow) ? box.top + parent.dy : undefined;
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
    return this.dom.stackAt(root, x, y).flatMap((element) => {
      if (this.dom.rootOf(element) !== root) return [];
      const shadow = this.shadowRoot(element);
      return shadow ? [...this.stackAt(shadow, x, y), element] : [element];
    });
  }

  /** The topmost element at a point, through shadow roots. */
  topAt(root: Document | ShadowRoot, x: number, y: number): Element | undefined {
    const element = this.dom.topAt(root, x, y);
    if (!element || this.dom.rootOf(element) !== root) return undefined;
    const shadow = this.shadowRoot(element);
    return (shadow && this.topAt(shadow, x, y)) || element;
  }

  flatParent(node: Node): Node | null {
    const slot = this.dom.slotOf(node);
    if (slot) return slot;
    const parent = this.dom.parent(node);
    return parent && this.dom.type(parent) === 11 ? ((parent as ShadowRoot).host ?? null) : parent;
  }
}

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

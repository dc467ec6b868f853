import { type Dom, TEXT } from "./dom.js";
import { ScanError } from "./scan-options.js";

/**
 * What a live page is asked on top. Everything goes through references taken from the prototypes: a form lets its
 * inputs shadow any property of its own, and a document its images.
 */
export interface LiveDom extends Dom {
  box(element: Element): DOMRect;
  firstElement(element: Element): Element | null;
  /** The shadow root the page itself can see. */
  openRoot(element: Element): ShadowRoot | null;
  slotOf(node: Node): Element | null;
  assigned(slot: Element): Node[];
  /** The document or shadow root an element stands in. */
  rootOf(node: Node): Document | ShadowRoot;
  windowOf(node: Node): PageWindow;
  body(document: Document): Element;
  /** Elements at a point of one tree, from the topmost down. */
  stackAt(root: Document | ShadowRoot, x: number, y: number): Element[];
  topAt(root: Document | ShadowRoot, x: number, y: number): Element | null;
  byId(root: Document | ShadowRoot, id: string): Element | null;
  isRendered(element: Element): boolean;
  /** Text as it is rendered. */
  renderedText(element: Element): string;
  scroll(element: Element): { left: number; top: number; width: number; height: number };
  /** How far its content reaches. */
  reach(element: Element): { width: number; height: number };
  countElements(document: Document): number;
  /** The document's own style sheets; those of shadow roots are not among them. */
  sheets(document: Document): CSSStyleSheet[];
  isAnimated(document: Document): boolean;
}

export type PageWindow = Window & typeof globalThis;

/** Takes the references from the window's own prototypes. */
export function captureDom(window: PageWindow): LiveDom {
  const { apply } = Reflect;
  const {
    Node,
    CharacterData,
    Element,
    HTMLElement,
    HTMLSlotElement,
    Document,
    DocumentFragment,
    ShadowRoot,
    Text,
  } = window;

  function getter<T>(owner: object, name: string): (node: Node) => T {
    const get = Object.getOwnPropertyDescriptor(owner, name)?.get;
    if (!get)
      throw new ScanError(
        "old-browser",
        `This browser cannot tell ${name}, which a view of a page needs. Update it, or use a newer Chrome, Chromium or Edge.`,
      );
    return (node) => apply(get, node, []) as T;
  }
  const call = (method: unknown, target: Node, ...values: unknown[]): never =>
    apply(method as () => never, target, values) as never;

  const type = getter<number>(Node.prototype, "nodeType");
  const data = getter<string>(CharacterData.prototype, "data");
  const textContent = getter<string | null>(Node.prototype, "textContent");
  const localName = getter<string>(Element.prototype, "localName");
  const ownerDocument = getter<Document | null>(Node.prototype, "ownerDocument");
  const bodyOf = getter<Element | null>(Document.prototype, "body");
  const documentElement = getter<Element>(Document.prototype, "documentElement");
  const view = getter<PageWindow | null>(Document.prototype, "defaultView");
  const slotOfText = getter<Element | null>(Text.prototype, "assignedSlot");
  const slotOfElement = getter<Element | null>(Element.prototype, "assignedSlot");
  const innerText = getter<string>(HTMLElement.prototype, "innerText");
  const scrollLeft = getter<number>(Element.prototype, "scrollLeft");
  const scrollTop = getter<number>(Element.prototype, "scrollTop");
  const scrollWidth = getter<number>(Element.prototype, "scrollWidth");
  const scrollHeight = getter<number>(Element.prototype, "scrollHeight");
  const { getAttribute, hasAttributes, matches, getBoundingClientRect, checkVisibility } = Element.prototype;
  const { getRootNode } = Node.prototype;
  const { getElementsByTagName, getAnimations } = Document.prototype;
  const styleSheets = getter<StyleSheetList>(Document.prototype, "styleSheets");
  const adopted = getter<CSSStyleSheet[]>(Document.prototype, "adoptedStyleSheets");
  const { assignedNodes } = HTMLSlotElement.prototype;

  const queries = new Map<number, ParentNode>([
    [1, Element.prototype],
    [9, Document.prototype],
    [11, DocumentFragment.prototype],
  ]);
  const points = new Map([
    [9, Document.prototype.elementsFromPoint],
    [11, ShadowRoot.prototype.elementsFromPoint],
  ]);

  const tops = new Map([
    [9, Document.prototype.elementFromPoint],
    [11, ShadowRoot.prototype.elementFromPoint],
  ]);

  return {
    type,
    firstChild: getter(Node.prototype, "firstChild"),
    nextSibling: getter(Node.prototype, "nextSibling"),
    parent: getter(Node.prototype, "parentNode"),
    data: (node) => (type(node) === TEXT ? data(node) : ""),
    textOf: (node) => textContent(node) ?? "",
    tag: (element) => localName(element).toLowerCase(),
    attr: (element, name) => call(getAttribute, element, name),
    hasAttributes: (element) => call(hasAttributes, element),
    find: (root, selector) => call(queries.get(type(root))?.querySelector, root, selector),
    findAll: (root, selector) => {
      const found: Iterable<Element> = call(queries.get(type(root))?.querySelectorAll, root, selector);
      return [...found];
    },
    matches: (element, selector) => call(matches, element, selector),
    box: (element) => call(getBoundingClientRect, element),
    firstElement: getter(Element.prototype, "firstElementChild"),
    openRoot: getter(Element.prototype, "shadowRoot"),
    slotOf: (node) => {
      if (type(node) === TEXT) return slotOfText(node);
      return type(node) === 1 ? slotOfElement(node) : null;
    },
    assigned: (slot) => call(assignedNodes, slot),
    rootOf: (node) => call(getRootNode, node),
    windowOf: (node) => view(type(node) === 9 ? (node as Document) : ownerDocument(node)!) ?? window,
    body: (document) => bodyOf(document) ?? documentElement(document),
    stackAt: (root, x, y) => call(points.get(type(root)), root, x, y),
    topAt: (root, x, y) => call(tops.get(type(root)), root, x, y),
    byId: (root, id) =>
      call((type(root) === 9 ? Document : DocumentFragment).prototype.getElementById, root, id),
    isRendered: (element) =>
      call(checkVisibility, element, { opacityProperty: true, visibilityProperty: true }),
    renderedText: (element) => {
      const html = "accessKey" in element;
      return html ? innerText(element) : (textContent(element) ?? "");
    },
    scroll: (element) => ({
      left: scrollLeft(element),
      top: scrollTop(element),
      width: scrollWidth(element),
      height: scrollHeight(element),
    }),
    reach: (element) => ({ width: scrollWidth(element), height: scrollHeight(element) }),
    countElements: (document) => {
      const { length }: HTMLCollection = call(getElementsByTagName, document, "*");
      return length;
    },
    sheets: (document) => [...styleSheets(document), ...adopted(document)],
    isAnimated: (document) => {
      const { length }: Animation[] = call(getAnimations, document);
      return length > 0;
    },
  };
}

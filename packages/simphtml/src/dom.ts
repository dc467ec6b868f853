/**
 * The few questions the walk asks of a tree. In a live page they go through references taken when the script is
 * injected: neither a page that redefines built-ins nor a form with an input named `firstChild` changes the answer.
 */
export interface Dom {
  type(node: Node): number;
  firstChild(node: Node): Node | null;
  nextSibling(node: Node): Node | null;
  parent(node: Node): Node | null;
  /** The text of a text node, "" of any other. */
  data(node: Node): string;
  textOf(node: Node): string;
  /** The local name in lower case. */
  tag(element: Element): string;
  attr(element: Element, name: string): string | null;
  find(root: ParentNode & Node, selector: string): Element | null;
  findAll(root: ParentNode & Node, selector: string): Element[];
  matches(element: Element, selector: string): boolean;
}

export const ELEMENT = 1;
export const TEXT = 3;

/** For a parsed document, which no page script can touch. */
export const plainDom: Dom = {
  type: (node) => node.nodeType,
  firstChild: (node) => node.firstChild,
  nextSibling: (node) => node.nextSibling,
  parent: (node) => node.parentNode,
  data: (node) => node.nodeValue ?? "",
  textOf: (node) => node.textContent ?? "",
  tag: (element) => element.localName.toLowerCase(),
  attr: (element, name) => element.getAttribute(name),
  find: (root, selector) => root.querySelector(selector),
  findAll: (root, selector) => [...root.querySelectorAll(selector)],
  matches: (element, selector) => element.matches(selector),
};

type Getter = <T>(node: Node) => T;

/** Takes the references from the window's own prototypes. */
export function captureDom(window: Window & typeof globalThis): Dom {
  const { apply } = Reflect;
  const getter = (owner: object, name: string): Getter => {
    const get = Object.getOwnPropertyDescriptor(owner, name)?.get;
    if (!get) throw new Error(`This page has no ${name}.`);
    return (node) => apply(get, node, []);
  };
  const { Node, CharacterData, Element, Document, DocumentFragment } = window;
  const type = getter(Node.prototype, "nodeType");
  const localName = getter(Element.prototype, "localName");
  const textContent = getter(Node.prototype, "textContent");
  const data = getter(CharacterData.prototype, "data");
  const { getAttribute, matches } = Element.prototype;
  const owners = new Map<number, { querySelector: unknown; querySelectorAll: unknown }>([
    [1, Element.prototype],
    [9, Document.prototype],
    [11, DocumentFragment.prototype],
  ]);
  const query = (root: Node, name: "querySelector" | "querySelectorAll", selector: string) =>
    apply(owners.get(type(root))?.[name] as () => never, root, [selector]);

  return {
    type,
    firstChild: getter(Node.prototype, "firstChild"),
    nextSibling: getter(Node.prototype, "nextSibling"),
    parent: getter(Node.prototype, "parentNode"),
    data: (node) => (type<number>(node) === TEXT ? data<string>(node) : ""),
    textOf: (node) => textContent<string | null>(node) ?? "",
    tag: (element) => localName<string>(element).toLowerCase(),
    attr: (element, name) => apply(getAttribute, element, [name]),
    find: (root, selector) => query(root, "querySelector", selector),
    findAll: (root, selector) => [...(query(root, "querySelectorAll", selector) as Iterable<Element>)],
    matches: (element, selector) => apply(matches, element, [selector]),
  };
}

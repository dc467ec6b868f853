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
  hasAttributes(element: Element): boolean;
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
  hasAttributes: (element) => element.hasAttributes(),
  find: (root, selector) => root.querySelector(selector),
  findAll: (root, selector) => [...root.querySelectorAll(selector)],
  matches: (element, selector) => element.matches(selector),
};

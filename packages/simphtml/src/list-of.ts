import type { Page } from "./page.js";

export interface ListPlace {
  list: Element;
  index: number;
  size: number;
}

/** Fewer than this are read in full. */
const MIN_ITEMS = 8;
const MAX_CHARS_PER_ITEM = 600;
const MAX_CLIMB = 12;

/**
 * Finds where a node stands in a list: rows, items or cards of like shape with short text. Paragraphs are never a
 * list, however many follow one another. Only asked when a budget is short.
 */
export class ListFinder {
  readonly #lists = new Map<Node, Map<Node, ListPlace> | undefined>();

  constructor(private readonly page: Page) {}

  placeOf(node: Node): ListPlace | undefined {
    const { dom } = this.page;
    let child: Node = node;
    let found: ListPlace | undefined;
    for (let climb = 0; climb < MAX_CLIMB; climb++) {
      const parent = dom.parent(child);
      if (!parent || dom.type(parent) !== 1) break;
      if (!this.#lists.has(parent)) this.#lists.set(parent, this.#read(parent as Element));
      found = this.#lists.get(parent)?.get(child) ?? found;
      child = parent;
    }
    return found;
  }

  #read(parent: Element): Map<Node, ListPlace> | undefined {
    const { dom } = this.page;
    const shapes = new Map<string, Element[]>();
    for (let at = dom.firstChild(parent); at; at = dom.nextSibling(at)) {
      if (dom.type(at) !== 1) continue;
      const shape = this.#shape(at as Element);
      if (!shape) continue;
      const alike = shapes.get(shape);
      if (alike) alike.push(at as Element);
      else shapes.set(shape, [at as Element]);
    }
    const [items = []] = [...shapes.values()].sort((a, b) => b.length - a.length);
    if (items.length < MIN_ITEMS) return undefined;
    const sample = items.slice(0, MIN_ITEMS);
    const chars = sample.reduce((sum, item) => sum + dom.textOf(item).length, 0);
    if (chars > MAX_CHARS_PER_ITEM * sample.length) return undefined;
    return new Map(items.map((item, index) => [item, { list: parent, index, size: items.length }]));
  }

  /** Tag and first class; text blocks have none. */
  #shape(element: Element): string {
    const tag = this.page.dom.tag(element);
    if (PROSE.has(tag)) return "";
    return `${tag}.${(this.page.dom.attr(element, "class") ?? "").split(/\s+/)[0]}`;
  }
}

const PROSE = new Set(
  "p h1 h2 h3 h4 h5 h6 blockquote pre section br hr span a b i em strong code sup script style".split(" "),
);

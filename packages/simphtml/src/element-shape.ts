import { type Dom, ELEMENT } from "./dom.js";
import type { Page } from "./page.js";

/** Lies over the page, by what its markup says. */
export function isDialog(page: Page, element: Element, tag: string, role: string | null): boolean {
  if (tag === "dialog" || role === "dialog" || role === "alertdialog") return true;
  return page.dom.attr(element, "aria-modal") === "true";
}

export function headingLevel(page: Page, element: Element, tag: string, role: string | null): number {
  if (/^h[1-6]$/.test(tag)) return Number(tag[1]);
  return role === "heading" ? Math.min(6, Math.max(1, Number(page.dom.attr(element, "aria-level")) || 2)) : 0;
}

/** Tells rows of data from those of a layout table, which hold blocks that want lines of their own. */
export class DataRows {
  /** Tables and their parts in which nothing is such a block: their rows need not be asked one by one. */
  readonly #without = new Map<Node, boolean>();

  constructor(private readonly dom: Dom) {}

  has(row: Element): boolean {
    if (this.#holdsBlocks(row)) return false;
    return (
      holdsCells(this.dom, row) ||
      this.dom.attr(row, "role") === "row" ||
      this.dom.find(row, "td + td, th + td, th + th, td + th, [role]") !== null
    );
  }

  #holdsBlocks(row: Element): boolean {
    const { dom } = this;
    const around = dom.parent(row);
    if (!around || dom.type(around) !== ELEMENT) return dom.find(row, BLOCKS) !== null;
    let without = this.#without.get(around);
    if (without === undefined) {
      without = dom.find(around as Element, BLOCKS) === null;
      this.#without.set(around, without);
    }
    return !without && dom.find(row, BLOCKS) !== null;
  }
}

const BLOCKS = "table, h1, h2, h3, h4, ul, ol, p + p, form, pre, iframe";

function holdsCells(dom: Dom, row: Element): boolean {
  let cells = 0;
  for (let child = dom.firstChild(row); child && cells < 2; child = dom.nextSibling(child))
    if (dom.type(child) === ELEMENT) cells = CELLS.has(dom.tag(child as Element)) ? cells + 1 : 0;
  return cells === 2;
}

const CELLS = new Set(["td", "th"]);

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

/** A row of a layout table holds blocks that want lines of their own. */
export function isDataRow(page: Page, row: Element): boolean {
  const { dom } = page;
  if (dom.find(row, "table, h1, h2, h3, h4, ul, ol, p + p, form, pre, iframe")) return false;
  return (
    holdsCells(dom, row) ||
    dom.attr(row, "role") === "row" ||
    dom.find(row, "td + td, th + td, th + th, td + th, [role]") !== null
  );
}

function holdsCells(dom: Dom, row: Element): boolean {
  let cells = 0;
  for (let child = dom.firstChild(row); child && cells < 2; child = dom.nextSibling(child))
    if (dom.type(child) === ELEMENT) cells = CELLS.has(dom.tag(child as Element)) ? cells + 1 : 0;
  return cells === 2;
}

const CELLS = new Set(["td", "th"]);

import type { Look, Page } from "./page.js";
import type { Walk } from "./walk.js";

/** A virtual list holds what is scrolled to: says how much that is, and what to scroll for more. */
export function printLoadedShare<L extends Look>(walk: Walk<L>, list: Element, look: L): void {
  const { page, out } = walk;
  const share = loadedShare(page, list);
  if (!share) return;
  const { from, to, total } = share;
  const of = total < 0 ? "an unknown number" : total;
  out.breakLine();
  out.text(
    `(${from}–${to} of ${of} are loaded; scroll e${walk.options.handles.idOf(list)})`,
    list,
    look.top,
    false,
  );
  out.breakLine();
}

interface Share {
  from: number;
  to: number;
  total: number;
}

/** What ARIA says: the number of all rows or items, and the place of those that are there. */
function loadedShare(page: Page, list: Element): Share | undefined {
  const { dom } = page;
  const rows = dom.attr(list, "aria-rowcount");
  const items = rows === null ? dom.findAll(list, "[aria-setsize]") : dom.findAll(list, "[role=row], tr");
  const [first] = items;
  if (!first) return undefined;
  const total = Number(rows ?? dom.attr(first, "aria-setsize"));
  if (!Number.isInteger(total) || (total >= 0 && total <= items.length)) return undefined;
  const place = (item: Element, fallback: number) =>
    Number(dom.attr(item, rows === null ? "aria-posinset" : "aria-rowindex")) || fallback;
  return { from: place(first, 1), to: place(items.at(-1)!, items.length), total };
}

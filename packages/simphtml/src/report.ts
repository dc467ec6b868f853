import type { Dom } from "./dom.js";

/** One thing that is on the page and not in the view. */
export interface Removal {
  pass: Pass;
  reason: string;
  /** `main > ul:2 > li:5`: tags with their number among siblings of that tag. */
  path: string;
}

/** Numbers of elements among their siblings, and how many of each tag there are. */
type Places = Map<Element, { place: number; counts: ReadonlyMap<string, number> }>;

/** The steps that take something away; each can be switched off with `skip`. */
export type Pass = "layer" | "hidden" | "clipped" | "repeat" | "label" | "wrapper" | "decor" | "budget";

export const PASSES: readonly Pass[] = [
  "layer",
  "hidden",
  "clipped",
  "repeat",
  "label",
  "wrapper",
  "decor",
  "budget",
];

/** Counts every removal; lists them only when asked, because a path costs more than a count. */
export class Report {
  readonly removals: Removal[] = [];
  readonly counts: Record<string, number> = {};
  readonly #places: Places = new Map();

  constructor(
    private readonly dom: Dom,
    private readonly listed: boolean,
  ) {}

  add(pass: Pass, reason: string, node: Node): void {
    const key = `${pass}: ${reason}`;
    this.counts[key] = (this.counts[key] ?? 0) + 1;
    if (this.listed) this.removals.push({ pass, reason, path: pathOf(this.dom, node, this.#places) });
  }
}

const MAX_STEPS = 5;

/** Where a node is, in at most five steps. */
export function pathOf(dom: Dom, node: Node, places: Places = new Map()): string {
  const steps: string[] = [];
  for (let at: Node | null = node; at && steps.length < MAX_STEPS; at = dom.parent(at)) {
    if (dom.type(at) !== 1) continue;
    const tag = dom.tag(at as Element);
    steps.unshift(`${tag}${numberAmongSiblings(dom, at as Element, tag, places)}`);
    if (tag === "body") break;
  }
  return steps.join(" > ");
}

function numberAmongSiblings(dom: Dom, element: Element, tag: string, places: Places): string {
  const parent = dom.parent(element);
  if (!parent) return "";
  if (!places.has(element)) number(dom, parent, places);
  const { place, counts } = places.get(element)!;
  return counts.get(tag) === 1 ? "" : `:${place}`;
}

/** Numbers all children at once: one by one would be quadratic among many siblings. */
function number(dom: Dom, parent: Node, places: Places): void {
  const counts = new Map<string, number>();
  for (let at = dom.firstChild(parent); at; at = dom.nextSibling(at)) {
    if (dom.type(at) !== 1) continue;
    const tag = dom.tag(at as Element);
    const place = (counts.get(tag) ?? 0) + 1;
    counts.set(tag, place);
    places.set(at as Element, { place, counts });
  }
}

import type { Dom } from "./dom.js";

/** The way to the element at which a walk begins: what stands before it is passed over. */
export class WayDown {
  readonly #steps = new Set<Node>();
  #arrived = false;

  constructor(
    dom: Dom,
    private readonly end: Element,
  ) {
    for (let at: Node | null = end; at; at = dom.parent(at) ?? (at as ShadowRoot).host ?? null)
      this.#steps.add(at);
  }

  /** Children from the one on the way on. */
  from(element: Element, children: Iterable<Node>): Iterable<Node> {
    if (this.#arrived || !this.#steps.has(element)) return children;
    this.#arrived = element === this.end;
    if (this.#arrived) return children;
    const nodes = [...children];
    const first = nodes.findIndex((node) => this.#steps.has(node));
    return first < 0 ? nodes : nodes.slice(first);
  }
}

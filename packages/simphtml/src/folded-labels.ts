import { labelledBy, oneLine } from "./name-of.js";
import type { Page } from "./page.js";

const FIELDS = "input:not([type=hidden]), select, textarea";
const BOXES = new Set(["checkbox", "radio", "file"]);

/** Labels are folded into their box or field, so that their text stands in the view once. */
export class FoldedLabels {
  readonly #targets = new Map<Element, Element>();
  readonly #labels = new Map<Element, Element>();
  readonly #atLabel = new Set<Element>();

  constructor(
    private readonly page: Page,
    private readonly off: boolean,
  ) {
    this.collect(page.root);
  }

  /** Learns the labels of a document or shadow root; call it before its content is walked. */
  collect(root: ParentNode & Node): void {
    if (this.off) return;
    const { dom } = this.page;
    for (const label of dom.findAll(root, "label")) this.#learn(label);
  }

  /** Whether the label's text will be printed as a name. */
  fold(label: Element): boolean {
    return this.#targets.has(label);
  }

  /** A box that is not drawn itself is printed where its label stands. */
  targetAtLabel(label: Element): Element | undefined {
    const target = this.#targets.get(label);
    return target && this.#atLabel.has(target) ? target : undefined;
  }

  printedAtLabel(field: Element): boolean {
    return this.#atLabel.has(field);
  }

  nameFor(field: Element): string {
    const label = this.#labels.get(field);
    return label ? this.textOf(label) : labelledBy(this.page, field);
  }

  /** The label's own text: what its field holds is not part of it. */
  textOf(label: Element): string {
    return oneLine(ownText(this.page, label, 0));
  }

  #learn(label: Element): void {
    const { dom } = this.page;
    const id = dom.attr(label, "for");
    const field = id ? this.page.byId(label, id) : dom.find(label, FIELDS);
    if (!field || !dom.matches(field, FIELDS) || this.#labels.has(field)) return;
    if (!this.page.drawn(label) || !this.textOf(label)) return;
    const drawn = this.page.drawn(field);
    const box = dom.tag(field) === "input" && BOXES.has(dom.attr(field, "type")?.toLowerCase() ?? "");
    if (!drawn && !box) return;
    this.#targets.set(label, field);
    this.#labels.set(field, label);
    if (!drawn) this.#atLabel.add(field);
  }
}

/** No label is nested deeper. */
const MAX_DEPTH = 100;

function ownText(page: Page, node: Node, depth: number): string {
  const { dom } = page;
  if (dom.type(node) !== 1) return dom.data(node);
  const element = node as Element;
  if (NOT_TEXT.has(dom.tag(element)) || depth > MAX_DEPTH) return "";
  let text = "";
  for (const child of page.children(element)) text += ownText(page, child, depth + 1);
  return INLINE.has(dom.tag(element)) ? text : ` ${text} `;
}

const NOT_TEXT = new Set(["input", "select", "textarea", "script", "style", "template"]);
const INLINE = new Set([
  "b",
  "i",
  "em",
  "strong",
  "span",
  "a",
  "abbr",
  "code",
  "mark",
  "small",
  "sup",
  "sub",
]);

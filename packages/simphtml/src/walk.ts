import { controlKind, handsPointerOn } from "./control-kind.js";
import { ELEMENT, TEXT } from "./dom.js";
import { DataRows, headingLevel, isDialog } from "./element-shape.js";
import { FoldedLabels } from "./folded-labels.js";
import { LineBuilder } from "./line-builder.js";
import { EVERY_INVISIBLE, INVISIBLE } from "./name-of.js";
import type { Look, Page } from "./page.js";
import { printFrame } from "./print-frame.js";
import { printHiddenInput, printLabel } from "./print-label.js";
import { printLoadedShare } from "./print-loaded-share.js";
import { printOperable } from "./print-operable.js";
import { printPicture } from "./print-picture.js";
import type { Pass } from "./report.js";
import type { Deferred, Walked, WalkOptions } from "./walk-options.js";
import { WayDown } from "./way-down.js";

/** One walk over the flat tree: what shows becomes lines, in reading order; all else goes to the report. */
export function walk<L extends Look>(options: WalkOptions<L>): Walked {
  return new Walk(options).run();
}

/** Deeper than this the walk goes on from a fresh stack. Real pages are nested 20 to 60 deep. */
const MAX_DEPTH = 200;
/** Elements between two looks at the clock. */
const ELEMENTS_PER_LOOK = 128;
/** Of the time; the rest is for what is done with the lines. */
const WALK_SHARE = 0.7;

/** Elements that never draw anything, and text that is no text. */
const NOTHING = new Set("script style template head link meta noscript datalist wbr".split(" "));
/** Lists and grids that may hold only what is scrolled to. */
const VIRTUAL = new Set(["grid", "treegrid", "table", "list", "listbox", "feed", "tree"]);
const NATIVE_PRESS = new Set(["a", "button", "summary"]);

export class Walk<L extends Look> {
  readonly page: Page<L>;
  out = new LineBuilder();
  readonly labels: FoldedLabels;
  /** Above 0 inside an element of `keep`. */
  kept = 0;
  readonly #rows: DataRows;
  #itemDepth = 0;
  #depth = 0;
  readonly #deferred: Deferred<L>[] = [];
  #looked = 0;
  #stoppedAt: Element | undefined;
  /** The way down to where the walk begins. */
  readonly #way: WayDown | undefined;

  constructor(readonly options: WalkOptions<L>) {
    this.page = options.page;
    this.#rows = new DataRows(options.page.dom);
    this.labels = new FoldedLabels(options.page, options.skip.has("label"));
    this.#way = options.from && new WayDown(options.page.dom, options.from);
  }

  run(): Walked {
    const { dom, root } = this.page;
    const { roots } = this.options;
    const { out } = this;
    out.main = !dom.find(root, "main, [role=main]");
    const look = this.page.rootLook();
    if (roots) this.#towardsRoots(root, look);
    else this.element(root, look);
    for (const deferred of this.#deferred) {
      this.out = deferred.out;
      this.element(deferred.element, deferred.parent);
    }
    for (const { into, at, out: deep } of this.#deferred.reverse()) into.insert(at, deep.finish());
    return { lines: out.finish(), stoppedAt: this.#stoppedAt, looked: this.#looked };
  }

  /** `body` goes one level down, or, where the stack would run out, the element is walked later. */
  deeper(element: Element, parent: L, body: () => void): void {
    if (this.#depth >= MAX_DEPTH) {
      this.#deferred.push({ element, parent, into: this.out, ...this.out.branch() });
      return;
    }
    this.#depth++;
    body();
    this.#depth--;
  }

  #outOfTime(element: Element): boolean {
    if (this.#stoppedAt) return true;
    if (++this.#looked % ELEMENTS_PER_LOOK === 0 && this.options.deadline?.passed(WALK_SHARE))
      this.#stoppedAt = element;
    return this.#stoppedAt !== undefined;
  }

  element(element: Element, parent: L): void {
    this.deeper(element, parent, () => this.#element(element, parent));
  }

  #element(element: Element, parent: L): void {
    const tag = this.page.dom.tag(element);
    if (NOTHING.has(tag) || this.#outOfTime(element)) return;
    const keep = this.options.keep.has(element) ? 1 : 0;
    this.kept += keep;
    const look = this.page.look(element, parent);
    if (!look.gone || this.kept > 0 || this.options.skip.has("hidden"))
      this.shown(element, tag, look, parent);
    else this.hidden(element, tag, look.gone);
    this.kept -= keep;
  }

  shown(element: Element, tag: string, look: L, parent: L): void {
    if (tag === "br") this.out.breakLine();
    else if (tag === "img" || tag === "svg") printPicture(this, element, tag, look, parent);
    else if (tag === "iframe" || tag === "frame") printFrame(this, element, look, parent);
    else if (tag === "label" && this.labels.fold(element)) printLabel(this, element, look, parent);
    else this.#textOrControl(element, tag, look, parent);
  }

  #textOrControl(element: Element, tag: string, look: L, parent: L): void {
    const kind = controlKind(this.page, element, tag, look, parent, this.out.inControl);
    if (!kind || look.mute) {
      this.content(element, tag, look);
    } else if (kind === "press" && isPointerRoot(look, parent) && this.#isContainer(element, tag)) {
      look.pointer = false;
      this.content(element, tag, look);
    } else {
      this.boundary(look, () => printOperable(this, element, tag, kind, look, parent));
    }
  }

  #isContainer(element: Element, tag: string): boolean {
    return !NATIVE_PRESS.has(tag) && handsPointerOn(this.page, element, tag);
  }

  /** What is in an element, marked as what the element is. */
  content(element: Element, tag: string, look: L): void {
    const { out, page } = this;
    const { role } = look;
    const { main, layer } = out;
    if (tag === "main" || role === "main") out.main = true;
    if (layer === 0 && !look.bare && isDialog(page, element, tag, role)) {
      out.breakLine();
      out.layer = 1;
    }
    const body = () => this.children(element, tag, look);
    const level = headingLevel(page, element, tag, role);
    if (level) out.marked("heading", level, body);
    else if (tag === "li" || role === "listitem") this.#item(body);
    else if (look.flow === "row" && this.#rows.has(element)) out.row(body, element);
    else this.boundary(look, body);
    if (role && VIRTUAL.has(role)) printLoadedShare(this, element, look);
    if (out.layer !== layer) out.breakLine();
    out.layer = layer;
    out.main = main;
  }

  #item(body: () => void): void {
    this.out.marked("item", this.#itemDepth++, body);
    this.#itemDepth--;
  }

  /** Blocks stand on lines of their own; inline-blocks are parted from their neighbours by a blank. */
  boundary(look: Look, body: () => void): void {
    const gap = () => {
      if (look.flow === "inline-block") this.out.space();
      else if (look.flow !== "inline" && look.flow !== "cell") this.out.breakLine();
    };
    if (look.flow === "cell") this.out.cell();
    gap();
    body();
    gap();
  }

  children(element: Element, tag: string, look: L): void {
    const { page } = this;
    const only = this.#way ? undefined : page.onlyText?.(element, tag);
    if (only !== undefined) {
      if (only) this.#text(only, element, look);
      return;
    }
    const shadow = page.shadowRoot(element, tag);
    if (shadow) this.labels.collect(shadow as ShadowRoot);
    const children = page.children(element);
    for (const child of this.#way ? this.#way.from(element, children) : children) {
      const type = page.dom.type(child);
      if (type === ELEMENT) this.element(child as Element, look);
      else if (type === TEXT) this.#text(page.dom.data(child), child, look);
      if (this.#stoppedAt) return;
    }
  }

  /** `node` is the text node, or the element that holds nothing else. */
  #text(data: string, node: Node, look: L): void {
    const text = INVISIBLE.test(data) ? data.replace(EVERY_INVISIBLE, "") : data;
    if (!text.trim()) {
      if (text && look.pre) this.out.text(text, node, look.top, true);
      else if (text) this.out.space();
      return;
    }
    const top = this.kept > 0 ? look.top : this.#textTop(node, look);
    if (top !== undefined) this.out.text(text, node, top, look.pre);
    else if (look.mute) this.remove("hidden", "visibility: hidden", node);
    else this.remove("clipped", "out of sight", node);
  }

  #textTop(node: Node, look: L): number | undefined {
    const top = this.page.textTop(node, look);
    return top ?? (!look.mute && this.options.skip.has("clipped") ? look.top : undefined);
  }

  /** Hidden subtrees are passed over, but for inputs that can be operated and for what is to be kept. */
  hidden(element: Element, tag: string, reason: string): void {
    if (printHiddenInput(this, element, tag, reason)) return;
    if (this.#holdsKept(element))
      this.#elements(element, this.page.rootLook(), (child, look) => this.element(child, look));
    else this.remove("hidden", reason, element);
  }

  #holdsKept(element: Element): boolean {
    for (const kept of this.options.keep) {
      for (let at: Node | null = kept; at; at = this.page.dom.parent(at)) if (at === element) return true;
    }
    return false;
  }

  /** Walks only what lies over the shade; looks are still taken on the way, for clips come from above. */
  #towardsRoots(element: Element, parent: L): void {
    if (this.options.roots?.has(element)) {
      this.out.layer++;
      this.element(element, parent);
      this.out.layer--;
    } else {
      const look = this.page.look(element, parent);
      this.#elements(element, look, (child) => this.#towardsRoots(child, look));
    }
  }

  #elements(element: Element, look: L, visit: (child: Element, look: L) => void): void {
    for (const child of this.page.children(element))
      if (this.page.dom.type(child) === ELEMENT) visit(child as Element, look);
  }

  remove(pass: Pass, reason: string, node: Node): void {
    this.options.report.add(pass, reason, node);
  }
}

export const isPointerRoot = (look: Look, parent: Look): boolean => look.pointer && !parent.pointer;

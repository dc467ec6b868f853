import { CONTROLS } from "./control-kind.js";
import { type LivePage, windowOf } from "./live-page.js";

/** What blocks the page. */
export interface Layer {
  /** The subtrees painted over the shade; undefined when the shade itself is all there is. */
  roots?: ReadonlySet<Element>;
  shade: Element;
  /** What lies under the shade, in words. */
  behind: string;
}

const COLUMNS = 8;
const ROWS = 6;
const MAX_SAMPLES = 24;
const MIN_SHARE_OF_POINTS = 0.5;
const MIN_SHADE_ALPHA = 0.15;
const MIN_COVER = 0.9;
/** A full-screen box that holds this much of the page's text is the page. */
const APP_SHELL_SHARE = 0.7;

/**
 * Looks down through the viewport at 48 points for something that shades (nearly) all of it. What lies under it
 * cannot be read or clicked; what is painted over it can. Decided by what is drawn at the points alone: a z-index
 * says nothing without its context, and a large box need not block.
 */
export function layerTest(page: LivePage): Layer | undefined {
  const window = windowOf(page.root);
  const stacks = stacksOf(page, window);
  const shade = topmost(shadesIn(page, window, stacks), stacks);
  if (!shade || isAppShell(shade, page.root)) return undefined;

  const shadeAncestors = ancestorsOf(page, shade);
  const samples = samplesOf(page, window, shade);
  const { above, below } = split(page, [...stacks, ...samples], shade, shadeAncestors);
  if (below.size === 0) return undefined;

  const heldBelow = new Set<Node>();
  for (const element of below) for (const node of ancestorsOf(page, element)) heldBelow.add(node);
  const roots = new Set<Element>();
  for (const element of above) {
    if (heldBelow.has(element)) continue;
    let root = element;
    for (let up = page.flatParent(root); up; up = page.flatParent(up)) {
      if (page.dom.type(up) !== 1) continue;
      if (shadeAncestors.has(up) || heldBelow.has(up)) break;
      root = up as Element;
    }
    roots.add(root);
  }
  if (hasContent(page, shade)) roots.add(shade);
  const behind = describe(page, roots, window);
  const speaks = [...roots].some((root) => hasContent(page, root));
  return speaks ? { roots, shade, behind } : { shade, behind };
}

/** Elements at each point from the topmost down, through shadow roots. */
function stacksOf(page: LivePage, window: Window): Element[][] {
  const { innerWidth: width, innerHeight: height } = window;
  const stacks: Element[][] = [];
  for (let row = 0; row < ROWS; row++)
    for (let column = 0; column < COLUMNS; column++)
      stacks.push(
        stackAt(page, window.document, ((column + 0.5) * width) / COLUMNS, ((row + 0.5) * height) / ROWS),
      );
  return stacks;
}

/** Content is small and the grid is coarse: a few pieces of it are looked at by themselves. */
function samplesOf(page: LivePage, window: Window, shade: Element): Element[][] {
  const stacks: Element[][] = [];
  for (const element of page.dom.findAll(page.root, `${CONTROLS}, p, h1, h2, h3, li, img`)) {
    if (stacks.length >= MAX_SAMPLES) break;
    const { left, top, right, bottom } = element.getBoundingClientRect();
    const [x, y] = [(left + right) / 2, (top + bottom) / 2];
    const inside = x > 0 && y > 0 && x < window.innerWidth && y < window.innerHeight && right > left;
    if (inside && !shade.contains(element)) stacks.push(stackAt(page, window.document, x, y));
  }
  return stacks;
}

function stackAt(page: LivePage, root: Document | ShadowRoot, x: number, y: number): Element[] {
  return root.elementsFromPoint(x, y).flatMap((element) => {
    if (element.getRootNode() !== root) return [];
    const shadow = page.shadowRoot(element);
    return shadow ? [...stackAt(page, shadow, x, y), element] : [element];
  });
}

/** Shades that lie at enough of the points. */
function shadesIn(page: LivePage, window: Window, stacks: Element[][]): Set<Element> {
  const hits = new Map<Element, number>();
  for (const stack of stacks) for (const element of stack) hits.set(element, (hits.get(element) ?? 0) + 1);
  const shades = new Set<Element>();
  for (const [element, count] of hits) {
    if (page.dom.matches(element, ":modal")) shades.add(element);
    else if (count >= stacks.length * MIN_SHARE_OF_POINTS && isShade(element, window)) shades.add(element);
  }
  return shades;
}

function isShade(element: Element, window: Window): boolean {
  const style = windowOf(element).getComputedStyle(element);
  if (coversViewport(element, style, window) && alphaOf(element, style) >= MIN_SHADE_ALPHA) return true;
  return ["::before", "::after"].some((pseudo) => {
    const drawn = windowOf(element).getComputedStyle(element, pseudo);
    return (
      drawn.content !== "none" &&
      drawn.position === "fixed" &&
      Number.parseFloat(drawn.width) >= MIN_COVER * window.innerWidth &&
      Number.parseFloat(drawn.height) >= MIN_COVER * window.innerHeight &&
      alphaOf(element, drawn) >= MIN_SHADE_ALPHA
    );
  });
}

/** A shade stays where it is when the page scrolls, or there is nothing to scroll. */
function coversViewport(element: Element, style: CSSStyleDeclaration, window: Window): boolean {
  if (style.position !== "fixed" && style.position !== "absolute" && !inFixed(element)) return false;
  const { left, top, right, bottom } = element.getBoundingClientRect();
  const width = Math.min(right, window.innerWidth) - Math.max(left, 0);
  const height = Math.min(bottom, window.innerHeight) - Math.max(top, 0);
  if (width < MIN_COVER * window.innerWidth || height < MIN_COVER * window.innerHeight) return false;
  if (style.position === "fixed" || inFixed(element)) return true;
  return bottom - top >= MIN_COVER * window.document.documentElement.scrollHeight;
}

function inFixed(element: Element): boolean {
  for (let at: Element | null = element; at; at = at.parentElement)
    if (windowOf(at).getComputedStyle(at).position === "fixed") return true;
  return false;
}

function alphaOf(element: Element, style: CSSStyleDeclaration): number {
  const parts = /rgba?\(([^)]+)\)/.exec(style.backgroundColor)?.[1]?.split(/[\s,/]+/) ?? [];
  let alpha =
    parts.length === 4
      ? Number.parseFloat(parts[3]!)
      : parts.length === 3
        ? 1
        : colorAlpha(style.backgroundColor);
  if (style.backgroundImage !== "none" || style.backdropFilter !== "none")
    alpha = Math.max(alpha, MIN_SHADE_ALPHA);
  let opacity = Number(style.opacity);
  for (let at = element.parentElement; at; at = at.parentElement)
    opacity *= Number(windowOf(at).getComputedStyle(at).opacity);
  return alpha * opacity;
}

/** `color(srgb 0 0 0 / 0.4)` and its kin. */
function colorAlpha(color: string): number {
  const alpha = /\/\s*([\d.]+)/.exec(color)?.[1];
  return alpha ? Number(alpha) : color.includes("(") ? 1 : 0;
}

function topmost(shades: ReadonlySet<Element>, stacks: Element[][]): Element | undefined {
  const firsts = new Map<Element, number>();
  for (const stack of stacks) {
    const first = stack.find((element) => shades.has(element));
    if (first) firsts.set(first, (firsts.get(first) ?? 0) + 1);
  }
  return [...firsts].sort((a, b) => b[1] - a[1])[0]?.[0];
}

function isAppShell(shade: Element, body: Element): boolean {
  if (shade.matches(DIALOG) || shade.querySelector(DIALOG)) return false;
  const share = textLength(shade) / Math.max(1, textLength(body));
  return share >= APP_SHELL_SHARE;
}

const DIALOG = ":modal, [role=dialog], [role=alertdialog], [aria-modal=true]";

// biome-ignore lint/performance/useDomNodeTextContent: what is not rendered must not count
const renderedText = (element: Element): string => (element as HTMLElement).innerText ?? "";

const textLength = (element: Element): number => renderedText(element).length;

function ancestorsOf(page: LivePage, element: Element): Set<Node> {
  const found = new Set<Node>();
  for (let at: Node | null = element; at; at = page.flatParent(at)) found.add(at);
  return found;
}

function split(page: LivePage, stacks: Element[][], shade: Element, ancestors: ReadonlySet<Node>) {
  const above = new Set<Element>();
  const below = new Set<Element>();
  const modal = page.dom.matches(shade, ":modal");
  for (const stack of stacks) {
    const at = stack.indexOf(shade);
    if (at < 0 && !modal) continue;
    stack.forEach((element, index) => {
      if (ancestors.has(element) || ancestorsOf(page, element).has(shade)) return;
      if (index < at) above.add(element);
      else below.add(element);
    });
  }
  return { above, below };
}

function hasContent(page: LivePage, root: Element): boolean {
  if (textLength(root) > 0 || page.dom.find(root, `${CONTROLS}, img, iframe, canvas`)) return true;
  const shadow = page.shadowRoot(root);
  return shadow !== null && page.dom.textOf(shadow).trim() !== "";
}

function describe(page: LivePage, roots: ReadonlySet<Element>, window: Window): string {
  const all = page.dom.findAll(page.root, CONTROLS);
  const inside = [...roots].flatMap((root) => page.dom.findAll(root, CONTROLS));
  const words = (element: Element) => renderedText(element).match(/\S+/g)?.length ?? 0;
  const over = [...roots].reduce((sum, root) => sum + words(root), 0);
  const title = window.document.title.trim();
  return `${title ? `"${title.slice(0, 80)}", ` : ""}${Math.max(0, all.length - inside.length)} controls, ${Math.max(0, words(page.root) - over)} words`;
}

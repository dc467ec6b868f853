import { CONTROLS } from "./control-kind.js";
import { ELEMENT, TEXT } from "./dom.js";
import type { PageWindow } from "./live-dom.js";
import type { LivePage } from "./live-page.js";
import { ancestorsOf, isPseudoShade, isShade, styleOf } from "./shade.js";

/** What blocks the page. */
export interface Layer {
  /** The subtrees painted over the shade; undefined when the shade itself is all there is. */
  roots?: ReadonlySet<Element>;
  shade: Element;
  /** What lies under the shade, in words. */
  behind: string;
}

const MAX_DEPTH = 200;
const COLUMNS = 8;
const ROWS = 6;
const MAX_SAMPLES = 24;
const MIN_SHARE_OF_POINTS = 0.5;
/** A full-screen box that holds this much of the page's text is the page. */
const APP_SHELL_SHARE = 0.7;

/**
 * Looks down through the viewport at 48 points for something that shades (nearly) all of it. What lies under it
 * cannot be read or clicked; what is painted over it can. Decided by what is drawn at the points alone: a z-index
 * says nothing without its context, and a large box need not block.
 */
export function layerTest(page: LivePage): Layer | undefined {
  const window = page.dom.windowOf(page.root);
  const modals = modalStacks(page, window);
  if (modals.length === 0 && !mayBeShaded(page, window)) return undefined;
  const stacks = [...stacksOf(page, window), ...modals];
  const shade = topmost(shadesIn(page, window, stacks), stacks);
  if (!shade || (isAppShell(page, shade) && !isPseudoShade(page, shade, window))) return undefined;

  const shadeAncestors = ancestorsOf(page, shade);
  const onlyPseudo = isPseudoShade(page, shade, window);
  const samples = samplesOf(page, window, onlyPseudo ? undefined : shade);
  const { above, below } = split(page, [...stacks, ...samples], shade, onlyPseudo);
  if (below.size === 0 && !page.dom.matches(shade, ":modal")) return undefined;

  const heldBelow = new Set<Node>();
  for (const element of below) for (const node of ancestorsOf(page, element)) heldBelow.add(node);
  const roots = new Set<Element>();
  for (const element of above) {
    if (heldBelow.has(element)) continue;
    let root = element;
    for (let up = page.flatParent(root); up; up = page.flatParent(up)) {
      if (page.dom.type(up) !== ELEMENT) continue;
      if (shadeAncestors.has(up) || heldBelow.has(up)) break;
      root = up as Element;
    }
    roots.add(root);
  }
  if (!onlyPseudo && hasContent(page, shade)) roots.add(shade);
  const behind = describe(page, roots);
  const speaks = [...roots].some((root) => hasContent(page, root));
  return speaks ? { roots, shade, behind } : { shade, behind };
}

/** A look at a few points first: a hit test takes milliseconds on a large page, and few pages are shaded. */
function mayBeShaded(page: LivePage, window: PageWindow): boolean {
  const { document, innerWidth: width, innerHeight: height } = window;
  const seen = new Set<Element>();
  for (const [x, y] of mayReachOver(page, window) ? FIRST_POINTS : FIRST_POINTS.slice(0, 1))
    for (const element of page.stackAt(document, x * width, y * height)) seen.add(element);
  return [...seen].some((element) => isShade(page, element, window));
}

/**
 * Some element out of the flow is as large as the viewport, or what it holds is; or that is not known. Shadow roots have
 * style sheets of their own: one point is looked at in any case.
 */
function mayReachOver(page: LivePage, window: PageWindow): boolean {
  const styled = page.styledIn(window);
  if (!styled || styled.liftedPseudo) return true;
  const isLarge = (width: number, height: number) =>
    width >= MIN_REACH * window.innerWidth && height >= MIN_REACH * window.innerHeight;
  for (const element of styled.moved) {
    const box = page.dom.box(element);
    const reach = page.dom.reach(element);
    if (!isLarge(box.width, box.height) && !isLarge(reach.width, reach.height)) continue;
    const { position } = styleOf(page, element);
    if (position === "fixed" || position === "absolute") return true;
  }
  return false;
}

/** Of the viewport; a shade covers nine tenths of it. */
const MIN_REACH = 0.85;

/** Shares of the viewport: a shade over nine tenths of it holds them all, unless it has holes. */
const FIRST_POINTS = [
  [0.5, 0.5],
  [0.2, 0.2],
  [0.8, 0.2],
  [0.2, 0.8],
  [0.8, 0.8],
] as const;

/** Elements at each point from the topmost down, through shadow roots. */
function stacksOf(page: LivePage, window: PageWindow): Element[][] {
  const { innerWidth: width, innerHeight: height } = window;
  const stacks: Element[][] = [];
  for (let row = 0; row < ROWS; row++)
    for (let column = 0; column < COLUMNS; column++)
      stacks.push(
        page.stackAt(window.document, ((column + 0.5) * width) / COLUMNS, ((row + 0.5) * height) / ROWS),
      );
  return stacks;
}

/** Content is small and the grid is coarse: a few pieces of it are looked at by themselves. */
function samplesOf(page: LivePage, window: PageWindow, shade: Element | undefined): Element[][] {
  const stacks: Element[][] = [];
  for (const element of page.dom.findAll(page.root, `${CONTROLS}, p, h1, h2, h3, li, img`)) {
    if (stacks.length >= MAX_SAMPLES) break;
    const { left, top, right, bottom } = page.dom.box(element);
    const [x, y] = [(left + right) / 2, (top + bottom) / 2];
    const inside = x > 0 && y > 0 && x < window.innerWidth && y < window.innerHeight && right > left;
    if (inside && !(shade && ancestorsOf(page, element).has(shade)))
      stacks.push(page.stackAt(window.document, x, y));
  }
  return stacks;
}

/** A modal dialog may be small enough to lie between the points. */
function modalStacks(page: LivePage, window: PageWindow): Element[][] {
  return page.dom.findAll(page.root, ":modal").map((modal) => {
    const { left, top, right, bottom } = page.dom.box(modal);
    return page.stackAt(window.document, (left + right) / 2, (top + bottom) / 2);
  });
}

/** Shades that lie at enough of the points. */
function shadesIn(page: LivePage, window: PageWindow, stacks: Element[][]): Set<Element> {
  const hits = new Map<Element, number>();
  for (const stack of stacks) for (const element of stack) hits.set(element, (hits.get(element) ?? 0) + 1);
  const shades = new Set<Element>();
  for (const [element, count] of hits) {
    if (page.dom.matches(element, ":modal")) shades.add(element);
    else if (count >= stacks.length * MIN_SHARE_OF_POINTS && isShade(page, element, window))
      shades.add(element);
  }
  return shades;
}

function topmost(shades: ReadonlySet<Element>, stacks: Element[][]): Element | undefined {
  const firsts = new Map<Element, number>();
  for (const stack of stacks) {
    const first = stack.find((element) => shades.has(element));
    if (first) firsts.set(first, (firsts.get(first) ?? 0) + 1);
  }
  return [...firsts].sort((a, b) => b[1] - a[1])[0]?.[0];
}

function isAppShell(page: LivePage, shade: Element): boolean {
  if (page.dom.matches(shade, DIALOG) || page.dom.find(shade, DIALOG)) return false;
  const share = textLength(page, shade) / Math.max(1, textLength(page, page.root));
  return share >= APP_SHELL_SHARE;
}

const DIALOG = ":modal, [role=dialog], [role=alertdialog], [aria-modal=true]";

const textLength = (page: LivePage, element: Element): number => page.dom.renderedText(element).length;

function split(page: LivePage, stacks: Element[][], shade: Element, onlyPseudo: boolean) {
  const ancestors = ancestorsOf(page, shade);
  const above = new Set<Element>();
  const below = new Set<Element>();
  const modal = page.dom.matches(shade, ":modal");
  for (const stack of stacks) {
    const at = stack.indexOf(shade);
    if (at < 0 && !modal) continue;
    stack.forEach((element, index) => {
      if (ancestors.has(element) || (!onlyPseudo && ancestorsOf(page, element).has(shade))) return;
      if (index < at) above.add(element);
      else below.add(element);
    });
  }
  return { above, below };
}

/** There is something to read or to operate: text that is rendered, a control, a picture. */
function hasContent(page: LivePage, root: Element, depth = 0): boolean {
  if (depth > MAX_DEPTH) return page.dom.textOf(root).trim() !== "";
  if (styleOf(page, root).display === "none") return false;
  if (page.dom.matches(root, `${CONTROLS}, img, iframe, canvas`)) return true;
  for (const child of page.children(root)) {
    const type = page.dom.type(child);
    if (type === TEXT && page.dom.data(child).trim()) return true;
    if (type === ELEMENT && hasContent(page, child as Element, depth + 1)) return true;
  }
  return false;
}

/** More than this and there is something to read, not only to operate. */
const WORDS_PER_CONTROL = 20;

/** How many controls are drawn behind, and how many words where that is the better half of it. */
function describe(page: LivePage, roots: ReadonlySet<Element>): string {
  const behind = (count: (element: Element) => number) =>
    [...roots].reduce((left, root) => Math.max(0, left - count(root)), count(page.root));
  const controls = behind((root) => page.dom.findAll(root, CONTROLS).filter((one) => page.drawn(one)).length);
  const words = behind((root) => page.dom.renderedText(root).match(/\S+/g)?.length ?? 0);
  return [
    ...(controls > 0 ? [`${controls} control${controls === 1 ? "" : "s"}`] : []),
    ...(words > controls * WORDS_PER_CONTROL ? [`${words} word${words === 1 ? "" : "s"}`] : []),
  ].join(", ");
}

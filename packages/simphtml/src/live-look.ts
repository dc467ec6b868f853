import type { Clip } from "./clip.js";
import { clipOfChildren, clipOfFixed, clipsItselfAway } from "./live-clip.js";
import type { PageWindow } from "./live-dom.js";
import type { LivePage } from "./live-page.js";
import { CELL_ROLES, type Flow, type Look } from "./page.js";
import { PLAIN_FLOW, styledElements } from "./styled-elements.js";

export interface LiveLook extends Look {
  clip: Clip;
  /** The window of the document it stands in. */
  window: PageWindow;
  /** When known: the elements whose style must be read, all others of plain tags being as their parents. */
  styled: ReadonlySet<Element> | undefined;
  /** The computed cursor, whatever became of `pointer`. */
  hand: boolean;
  /** A flex or grid container: its children are blocks. */
  blocks: boolean;
  /** Position of this document's viewport in the outermost one. */
  dy: number;
}

/** Reads the style of an element, once, and only where it can differ from its parent's. */
export class LiveLooks {
  readonly #styled = new Map<PageWindow, ReadonlySet<Element> | undefined>();

  constructor(private readonly page: LivePage) {}

  of(element: Element, parent: LiveLook): LiveLook {
    const { dom } = this.page;
    const tag = dom.tag(element);
    const bare = !dom.hasAttributes(element);
    const role = bare ? null : dom.attr(element, "role");
    const plain = parent.styled && !parent.styled.has(element) ? PLAIN_FLOW.get(tag) : undefined;
    const hand = parent.hand || (tag === "a" && !bare && dom.attr(element, "href") !== null);
    const look: LiveLook = {
      role,
      bare,
      mute: parent.mute,
      flow: parent.blocks || !plain ? "block" : plain,
      pre: parent.pre,
      pointer: hand,
      hand,
      blocks: false,
      top: parent.top,
      dy: parent.dy,
      window: parent.window,
      styled: tag === "body" ? this.#styledIn(parent.window) : parent.styled,
      clip: parent.clip,
    };
    if (plain && !this.page.shadowRoot(element)) look.flow = flowByRole(look.flow, role);
    else this.#read(look, element, tag, parent);
    return look;
  }

  #read(look: LiveLook, element: Element, tag: string, parent: LiveLook): void {
    const style = parent.window.getComputedStyle(element);
    const { display } = style;
    if (display === "none") {
      look.gone = "display: none";
      return;
    }
    look.mute = style.visibility !== "visible";
    if (tag.includes("-") || this.page.shadowRoot(element)) look.styled = undefined;
    if (display === "contents") {
      Object.assign(look, {
        flow: "inline",
        pointer: parent.pointer,
        hand: parent.hand,
        blocks: parent.blocks,
      });
      return;
    }
    const { position, cursor } = style;
    look.flow = flowByRole(flowOf(display), look.role);
    look.blocks = display.endsWith("flex") || display.endsWith("grid");
    look.pre = style.whiteSpaceCollapse !== "collapse";
    look.pointer = look.hand = cursor === "pointer";
    const { opacity } = style;
    if (opacity !== "1" && Number(opacity) < MIN_OPACITY) look.gone = "opacity: 0";
    const { flow, absolute } = parent.clip;
    const own =
      position === "fixed"
        ? clipOfFixed(this.page, element, flow)
        : position === "absolute"
          ? absolute
          : flow;
    if (clipsItselfAway(style, display, position)) look.gone = "clipped to nothing";
    if (CHILDLESS.has(tag)) return;
    look.clip = clipOfChildren(this.page.dom, element, style, { own, display, position }, parent.clip);
  }

  #styledIn(window: PageWindow): ReadonlySet<Element> | undefined {
    if (!this.#styled.has(window)) this.#styled.set(window, styledElements(this.page.dom, window));
    return this.#styled.get(window);
  }
}

const MIN_OPACITY = 0.01;
/** What they hold is not walked, so that nothing is cut by them. */
const CHILDLESS = new Set(["input", "img", "textarea", "select", "hr"]);

function flowOf(display: string): Flow {
  if (display === "table-row") return "row";
  if (display === "table-cell") return "cell";
  if (display === "inline" || display.startsWith("ruby")) return "inline";
  return display.startsWith("inline") ? "inline-block" : "block";
}

function flowByRole(flow: Flow, role: string | null): Flow {
  if (role === null || flow === "row") return flow;
  if (role === "row") return "row";
  return CELL_ROLES.has(role) ? "cell" : flow;
}

import type { Clip } from "./clip.js";
import { InSight } from "./in-sight.js";
import { clipOfChildren, clipOfFixed, clipsItselfAway } from "./live-clip.js";
import type { PageWindow } from "./live-dom.js";
import type { LivePage } from "./live-page.js";
import { CELL_ROLES, type Flow, type Look } from "./page.js";
import { OWN_CURSOR, PLAIN_FLOW, type StyledElements, styledElements } from "./styled-elements.js";

export interface LiveLook extends Look {
  clip: Clip;
  /** The window of the document it stands in. */
  window: PageWindow;
  /** When known: what rules may do to which elements of the document. */
  styled: StyledElements | undefined;
  /** What may vouch for its text; "never" where text may stand anywhere. */
  inSight: InSight | "never" | undefined;
  /** The computed cursor, whatever became of `pointer`. */
  hand: boolean;
  /** A flex or grid container: its children are blocks. */
  blocks: boolean;
  /** Position of this document's viewport in the outermost one. */
  dy: number;
}

/** Reads the style of an element, once, and only where it can differ from its parent's. */
export class LiveLooks {
  readonly #styled = new Map<PageWindow, StyledElements | undefined>();
  /** Elements that may lie over others. */
  readonly lifted: Element[] = [];
  /** So may something that is no element, or is not known. */
  liftedUnknown = false;

  constructor(private readonly page: LivePage) {}

  of(element: Element, parent: LiveLook): LiveLook {
    const { dom } = this.page;
    const tag = dom.tag(element);
    const bare = !dom.hasAttributes(element);
    const role = bare ? null : dom.attr(element, "role");
    const plain = parent.styled && !parent.styled.read.has(element) ? PLAIN_FLOW.get(tag) : undefined;
    const hand = plain !== undefined && this.#handOver(element, tag, bare, parent);
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
      styled: tag === "body" ? this.styledIn(parent.window) : parent.styled,
      inSight: undefined,
      clip: parent.clip,
    };
    if (plain && !this.page.shadowRoot(element, tag)) look.flow = flowByRole(look.flow, role);
    else this.#read(look, element, tag, parent);
    if (look.gone === undefined) look.inSight = this.#inSight(element, look, parent);
    else if (look.gone !== NOT_DISPLAYED) this.#liftUnseen(element, look);
    return look;
  }

  /** The cursor over an element whose style is not read. */
  #handOver(element: Element, tag: string, bare: boolean, { styled, window, hand }: LiveLook): boolean {
    if (styled?.cursor.has(element)) return window.getComputedStyle(element).cursor === "pointer";
    if (tag === "a" && !bare && this.page.dom.attr(element, "href") !== null) return true;
    return hand && !OWN_CURSOR.has(tag);
  }

  /** What cannot be seen may take clicks all the same. */
  #liftUnseen(element: Element, { styled }: LiveLook): void {
    if (!styled) this.liftedUnknown = true;
    else
      for (const one of [element, ...this.page.dom.findAll(element, "*")])
        if (styled.moved.has(one)) this.lifted.push(one);
  }

  /** Beginning anew where something moves or cuts. */
  #inSight(element: Element, look: LiveLook, parent: LiveLook): LiveLook["inSight"] {
    const { styled, clip, flow } = look;
    if (!styled) {
      this.liftedUnknown = true;
      return undefined;
    }
    if (parent.inSight === "never" || styled.astray.has(element)) return "never";
    const moved = styled.moved.has(element);
    if (moved) this.lifted.push(element);
    const outer = moved || clip !== parent.clip ? undefined : parent.inSight;
    if (outer?.vouches) return outer;
    return flow === "block" || flow === "row" || flow === "cell" ? new InSight(element, clip, outer) : outer;
  }

  #read(look: LiveLook, element: Element, tag: string, parent: LiveLook): void {
    const style = parent.window.getComputedStyle(element);
    const { display } = style;
    if (display === "none") {
      look.gone = NOT_DISPLAYED;
      return;
    }
    look.mute = style.visibility !== "visible";
    if (tag.includes("-") || this.page.shadowRoot(element, tag)) look.styled = undefined;
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
    if (look.gone !== undefined || CHILDLESS.has(tag)) return;
    look.clip = clipOfChildren(this.page.dom, element, style, { own, display, position }, parent.clip);
  }

  styledIn(window: PageWindow): StyledElements | undefined {
    if (!this.#styled.has(window)) this.#styled.set(window, styledElements(this.page.dom, window));
    if (this.#styled.get(window)?.liftedPseudo !== false) this.liftedUnknown = true;
    return this.#styled.get(window);
  }
}

const NOT_DISPLAYED = "display: none";
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

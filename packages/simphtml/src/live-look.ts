import type { Clip } from "./clip.js";
import { clipOfChildren, clipOfFixed, clipsItselfAway } from "./live-clip.js";
import type { LivePage } from "./live-page.js";
import { CELL_ROLES, type Flow, type Look } from "./page.js";

export interface LiveLook extends Look {
  clip: Clip;
  /** Position of this document's viewport in the outermost one. */
  dy: number;
  /** Of a table row without attributes: how the cells of its columns look. */
  row: Row | undefined;
  /** Top of the row around it, where all of the row is in sight. */
  inSight: number | undefined;
}

/** Cells without attributes in rows without attributes: styled by their column, if by anything of their own. */
export interface Row {
  columns: ({ tag: string; look: LiveLook } | undefined)[];
  next: number;
}

/** Computed style is dear: each property is read at most once, and those that hide only where they can be set. */
export function lookOf(
  page: LivePage,
  element: Element,
  style: CSSStyleDeclaration,
  parent: LiveLook,
  own: Pick<LiveLook, "role" | "bare"> & { display: string },
): LiveLook {
  const { role, bare, display } = own;
  const { position } = style;
  const look: LiveLook = {
    role,
    bare,
    mute: style.visibility !== "visible",
    flow: flowOf(display, role),
    get pre() {
      return style.whiteSpaceCollapse !== "collapse";
    },
    pointer: style.cursor === "pointer",
    top: parent.top,
    dy: parent.dy,
    clip: parent.clip,
    row: undefined,
    inSight: undefined,
  };
  if (Number(style.opacity) < MIN_OPACITY) look.gone = "opacity: 0";
  const { flow, absolute } = parent.clip;
  const around =
    position === "fixed" ? clipOfFixed(page, element, flow) : position === "absolute" ? absolute : flow;
  if (position !== "static" && position !== "relative") page.lifted.push(element);
  if (!bare && clipsItselfAway(style, position)) look.gone = "clipped to nothing";
  look.clip = clipOfChildren(page.dom, element, style, position, around, parent.clip);
  if (position === "static" && look.clip === parent.clip) look.inSight = parent.inSight;
  return look;
}

const MIN_OPACITY = 0.01;

/** A cell looks like the one above it, but for where it is. */
export const asInColumn = (look: LiveLook, { clip, dy, inSight }: LiveLook): LiveLook => ({
  role: null,
  bare: true,
  mute: look.mute,
  flow: look.flow,
  get pre() {
    return look.pre;
  },
  pointer: look.pointer,
  top: look.top,
  dy,
  clip,
  row: undefined,
  inSight: look.inSight === undefined ? undefined : inSight,
});

function flowOf(display: string, role: string | null): Flow {
  if (display === "table-row" || role === "row") return "row";
  if (display === "table-cell" || (role && CELL_ROLES.has(role))) return "cell";
  if (display === "inline" || display.startsWith("ruby")) return "inline";
  return display.startsWith("inline") ? "inline-block" : "block";
}

import type { Dom } from "./dom.js";

export type Flow = "inline" | "inline-block" | "block" | "row" | "cell";

/** What is known of an element before its children are walked. */
export interface Look {
  /** Why nothing of the subtree can be seen. */
  gone?: string;
  role: string | null;
  /** Has no attributes, so that none need be asked for. */
  bare: boolean;
  /** Its own text does not show, though a child's may (`visibility: hidden`). */
  mute: boolean;
  flow: Flow;
  /** Line breaks in its text count. */
  pre: boolean;
  /** The cursor says that a click does something. */
  pointer: boolean;
  /** Position of its box: distance of its top from the top of the viewport, in CSS pixels. 0 without layout. */
  top: number;
}

/** What the walk needs to know about a document: one implementation for a live page, one for parsed HTML. */
export interface Page<L extends Look = Look> {
  readonly dom: Dom;
  readonly root: Element;
  readonly viewportHeight: number;
  rootLook(): L;
  /** `parent` is the look of the parent in the flat tree. */
  look(element: Element, parent: L): L;
  /** Where the text is drawn: its top, or undefined when no line of it shows. */
  textTop(text: Node, look: L): number | undefined;
  /** Top of the element's own box, or undefined when nothing of it survives what cuts it. */
  boxTop(element: Element, parent: L): number | undefined;
  /** All that an element holds, when that is text alone and cheap to tell. */
  onlyText?(element: Element, tag: string): string | undefined;
  /** Children in the flat tree: through shadow roots, slots and readable frames. */
  children(element: Element): Iterable<Node>;
  /** What the page behind a frame element is: its root, "unreadable", or undefined for any other element. */
  frameRoot(element: Element): Element | "unreadable" | undefined;
  /** The look of the root of a document shown in a frame. */
  frameLook(frame: Element, look: L): L;
  /** The element itself is drawn: it has a box a person could see. */
  drawn(element: Element): boolean;
  /** Number of elements in the document. */
  countElements(): number;
  field(element: Element): FieldState;
  isDisabled(element: Element, tag: string): boolean;
  /** Width × height in CSS pixels, where there is layout. */
  size(element: Element): string | undefined;
  /** An element by its id, in the same tree. */
  byId(near: Element, id: string): Element | null;
  shadowRoot(element: Element, tag?: string): Node | null;
}

/** The state that the markup does not tell. */
export interface FieldState {
  value: string;
  checked: boolean | "mixed";
  invalid: boolean;
  /** Of a select: labels of all options in order, and of the chosen ones. */
  options: string[];
  chosen: string[];
}

export const CELL_ROLES = new Set(["cell", "gridcell", "columnheader", "rowheader"]);

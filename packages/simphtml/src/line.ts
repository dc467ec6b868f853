/** One thing that can be operated. */
export interface Control {
  element: Element;
  /** CSS pixels from the top of the viewport to where its text begins, where that is known. */
  top?: number;
  /** Number of its handle: 12 is printed in the text and `$("e12")` finds the element. */
  id: string;
  kind: "press" | "field" | "box" | "radio" | "select" | "file" | "media" | "canvas" | "frame";
  name: string;
  value?: string | undefined;
  checked?: boolean | "mixed" | undefined;
  /** Of a select, a few labels and the number of all. */
  options?: { some: string[]; count: number } | undefined;
  expanded?: boolean | undefined;
  selected?: boolean | undefined;
  disabled?: boolean | undefined;
  required?: boolean | undefined;
  invalid?: boolean | undefined;
  /** Name of what lies over it. */
  covered?: string | undefined;
  /** The name stands on the page, as text of the control or as its label. */
  nameIsText: boolean;
  href?: string | undefined;
}

export type Part = string | Control;

export type LineKind = "text" | "heading" | "item" | "row" | "code" | "note";

/** One block's worth of text. Everything after the walk works on a flat list of these. */
export interface Line {
  kind: LineKind;
  /** Heading level 1–6, or nesting of a list item from 0. */
  level: number;
  parts: Part[];
  /** First node shown in the line: where in the document it stands. */
  anchor: Node;
  /** CSS pixels from the top of the viewport, negative above it. */
  top: number;
  /** Inside a dialog that lies over the page: printed first. */
  layer: number;
  /** Inside the main landmark, or the page has none. */
  main: boolean;
  /** An item that needs no mark: it is one line among items of one line. */
  unmarked?: boolean;
  /** Goes on where the line before it ended: both are one paragraph. */
  continues?: boolean;
  /** Number in the view, from 0; and among the lines that begin at the same node. */
  number: number;
  part: number;
}

export const isControl = (part: Part): part is Control => typeof part !== "string";

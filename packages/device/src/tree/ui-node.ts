import type { Rect } from "../geometry.js";

/** What a node is, in the words of this package; each backend maps its own roles to these. */
export type UiRole =
  | ("window" | "group" | "list" | "item" | "table" | "row" | "cell" | "heading" | "text" | "image")
  | ("button" | "link" | "menu" | "menu-item" | "tab" | "check" | "radio" | "toggle" | "option")
  | ("field" | "password" | "choice" | "slider" | "progress" | "scroller" | "separator");

/** A node of a user interface, before it is pruned. */
export interface UiNode {
  /** The same in every reading while the node lives; unique on its device. */
  key: string;
  role: UiRole;
  /** Its label; empty when it has none. */
  name: string;
  /** What stands in it, where it holds a value. */
  value?: string;
  /** How many characters a field holds, also where its value is masked. */
  chars?: number;
  /** `mixed`: partly on. */
  checked?: boolean | "mixed";
  selected?: boolean;
  expanded?: boolean;
  focused?: boolean;
  disabled?: boolean;
  /** Outside what can be seen now. */
  hidden?: boolean;
  /** Whether something happens when it is pressed. */
  acts?: boolean;
  bounds?: Rect;
  children: UiNode[];
}

/** The node and all below it, parents first. */
export function* everyNode(node: UiNode): Generator<UiNode> {
  yield node;
  for (const child of node.children) yield* everyNode(child);
}

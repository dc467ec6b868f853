import type { UiRole } from "../../tree/ui-node.js";

/** Numbers of AtspiStateType; the list is part of the protocol. */
const STATE = {
  active: 1,
  checked: 4,
  collapsed: 5,
  expandable: 9,
  expanded: 10,
  focused: 12,
  pressed: 20,
  selected: 23,
  sensitive: 24,
  showing: 25,
  visible: 30,
  managesDescendants: 31,
  indeterminate: 32,
  checkable: 41,
} as const;

export type AtspiState = keyof typeof STATE;

/** Two words of 32 bits, the low one first. */
export const hasState = (states: readonly number[], state: AtspiState): boolean => {
  const bit = STATE[state];
  return (((states[bit >> 5] ?? 0) >>> (bit & 31)) & 1) === 1;
};

/** Numbers of AtspiRole; what is not listed is a group, or a text when it has words and no children. */
const ROLES: Record<number, UiRole> = {
  7: "check",
  8: "check",
  11: "choice",
  16: "window",
  23: "window",
  26: "image",
  27: "image",
  29: "text",
  31: "list",
  32: "item",
  33: "menu",
  35: "menu-item",
  37: "tab",
  40: "password",
  42: "progress",
  43: "button",
  44: "radio",
  45: "radio",
  48: "scroller",
  50: "separator",
  51: "slider",
  52: "slider",
  55: "table",
  56: "cell",
  57: "button",
  58: "cell",
  60: "field",
  61: "field",
  62: "toggle",
  65: "list",
  66: "table",
  69: "window",
  73: "text",
  79: "field",
  83: "heading",
  88: "link",
  90: "row",
  91: "item",
  116: "text",
  129: "button",
};

export const roleOf = (role: number): UiRole => ROLES[role] ?? "group";

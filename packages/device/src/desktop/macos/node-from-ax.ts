import type { UiNode, UiRole } from "../../tree/ui-node.js";

/** One element as the JXA script writes it. */
export interface AxElement {
  /** Process, and the way from its windows: `501/0.2.1`. */
  path: string;
  /** `AXButton` … */
  role: string;
  subrole?: string;
  name?: string;
  value?: string | number | boolean | null;
  selected?: boolean;
  focused?: boolean;
  disabled?: boolean;
  actions?: string[];
  /** x, y, width, height in points. */
  box?: [number, number, number, number];
  children?: AxElement[];
}

const ROLES: Record<string, UiRole> = {
  AXButton: "button",
  AXCheckBox: "check",
  AXCell: "cell",
  AXComboBox: "field",
  AXHeading: "heading",
  AXImage: "image",
  AXIncrementor: "slider",
  AXLink: "link",
  AXList: "list",
  AXMenu: "menu",
  AXMenuButton: "button",
  AXMenuItem: "menu-item",
  AXOutline: "list",
  AXPopUpButton: "choice",
  AXProgressIndicator: "progress",
  AXRadioButton: "radio",
  AXRow: "row",
  AXScrollBar: "scroller",
  AXSlider: "slider",
  AXSplitter: "separator",
  AXStaticText: "text",
  AXTable: "table",
  AXTextArea: "field",
  AXTextField: "field",
  AXWindow: "window",
};

/** The accessibility interface's words in ours. A path alone may lead elsewhere later, so the key also says to what. */
export function nodeFromAx(element: AxElement): UiNode {
  const isPassword = element.subrole === "AXSecureTextField";
  const role = isPassword ? "password" : (ROLES[element.role] ?? "group");
  const value = element.value ?? undefined;
  const isCheck = role === "check" || role === "radio";
  const isText = role === "text" && !element.name;
  const [x, y, width, height] = element.box ?? [];
  return {
    key: `${element.path}|${element.role}`,
    role,
    name: isText ? String(value ?? "") : (element.name ?? ""),
    ...(isPassword && { value: "•••" }),
    ...(!isPassword && !isCheck && !isText && value !== undefined && { value: String(value) }),
    ...(isCheck && { checked: value === 2 ? "mixed" : value === 1 || value === true }),
    ...(element.selected && { selected: true }),
    ...(element.focused && { focused: true }),
    ...(element.disabled && { disabled: true }),
    ...(element.actions?.includes("AXPress") && { acts: true }),
    ...(x !== undefined && { bounds: { x, y: y!, width: width!, height: height! } }),
    children: (element.children ?? []).map(nodeFromAx),
  };
}

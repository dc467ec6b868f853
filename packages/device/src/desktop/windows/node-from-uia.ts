import type { UiNode, UiRole } from "../../tree/ui-node.js";

/** One element as the PowerShell script writes it; absent fields are false or empty. */
export interface UiaElement {
  /** The runtime id, its numbers joined by dots. */
  id: string;
  /** `Button`, `Edit` …, a ControlType of UI Automation. */
  type: string;
  name?: string;
  value?: string;
  /** 0 off, 1 on, 2 partly. */
  toggle?: number;
  selected?: boolean;
  /** 0 collapsed, 1 expanded, 2 partly, 3 has nothing to expand. */
  expand?: number;
  focused?: boolean;
  disabled?: boolean;
  offscreen?: boolean;
  password?: boolean;
  invokable?: boolean;
  /** left, top, width, height in physical pixels. */
  box?: [number, number, number, number];
  children?: UiaElement[];
}

const ROLES: Record<string, UiRole> = {
  Button: "button",
  SplitButton: "button",
  CheckBox: "check",
  ComboBox: "choice",
  DataGrid: "table",
  DataItem: "item",
  Document: "field",
  Edit: "field",
  Header: "row",
  HeaderItem: "button",
  Hyperlink: "link",
  Image: "image",
  List: "list",
  ListItem: "item",
  Menu: "menu",
  MenuItem: "menu-item",
  ProgressBar: "progress",
  RadioButton: "radio",
  ScrollBar: "scroller",
  Separator: "separator",
  Slider: "slider",
  Spinner: "slider",
  TabItem: "tab",
  Table: "table",
  Text: "text",
  Thumb: "scroller",
  Tree: "list",
  TreeItem: "item",
  Window: "window",
};

/** UI Automation's words in ours. The value of a password field never leaves the script. */
export function nodeFromUia(element: UiaElement): UiNode {
  const role = element.password ? "password" : (ROLES[element.type] ?? "group");
  const [x, y, width, height] = element.box ?? [];
  const expands = element.expand !== undefined && element.expand !== 3;
  const isToggle = element.toggle !== undefined;
  return {
    key: element.id,
    role: role === "button" && isToggle ? "toggle" : role,
    name: element.name ?? "",
    ...(element.value !== undefined && { value: element.password ? "•••" : element.value }),
    ...(isToggle && { checked: element.toggle === 2 ? "mixed" : element.toggle === 1 }),
    ...(!isToggle && role === "radio" && { checked: element.selected ?? false }),
    ...(element.selected && role !== "radio" && { selected: true }),
    ...(expands && role !== "choice" && { expanded: element.expand !== 0 }),
    ...(element.focused && { focused: true }),
    ...(element.disabled && { disabled: true }),
    ...(element.offscreen && { hidden: true }),
    ...(element.invokable && { acts: true }),
    ...(x !== undefined && { bounds: { x, y: y!, width: width!, height: height! } }),
    children: (element.children ?? []).map(nodeFromUia),
  };
}

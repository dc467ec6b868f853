import type { UiNode } from "./ui-node.js";

const MAX_NAME_CHARS = 120;

/** A node that can be operated, in the marks of a page view: `[3_ Name=Ada]`, `[4■ Express]`, `[6 Save]`. */
export function describeNode(node: UiNode, id: number): string[] {
  const name = cut(node.name);
  const value = node.value === undefined ? "" : cut(node.value.replace(/\s+/g, " "));
  const label = [name || (value === "" ? node.role : ""), value].filter(Boolean).join("=");
  const isField = node.role === "field" || node.role === "password" || node.role === "slider";
  const shown = isField ? `${name}=${value}` : label;
  return [`[${id}${markOf(node)} ${shown}]${statesOf(node)}`];
}

function markOf({ role, checked, selected, expanded }: UiNode): string {
  if (role === "field" || role === "password" || role === "slider") return "_";
  if (role === "choice") return "▼";
  if (role === "radio") return checked ? "●" : "○";
  if (checked !== undefined && role !== "button") return checked === "mixed" ? "▣" : checked ? "■" : "□";
  if (selected || checked) return "✓";
  if (expanded !== undefined) return expanded ? "▼" : "►";
  return "";
}

const statesOf = ({ disabled, focused, role }: UiNode): string =>
  `${disabled ? "(disabled)" : ""}${focused && role !== "window" ? "(focused)" : ""}`;

const cut = (text: string): string =>
  text.length > MAX_NAME_CHARS ? `${text.slice(0, MAX_NAME_CHARS)}… (${text.length} characters)` : text;

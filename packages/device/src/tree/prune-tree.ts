import type { UiNode, UiRole } from "./ui-node.js";

export interface Pruned {
  nodes: UiNode[];
  /** How many nodes lie out of sight. */
  hidden: number;
}

/** Roles that a reader can do something with. */
const ACTIVE: ReadonlySet<UiRole> = new Set<UiRole>([
  ...(["button", "link", "menu", "menu-item", "tab", "check", "radio", "toggle", "option"] as const),
  ...(["field", "password", "choice", "slider", "item"] as const),
]);

export const isActive = ({ role, acts }: UiNode): boolean =>
  ACTIVE.has(role) || (acts === true && (role === "cell" || role === "image" || role === "group"));

/** Leaves out what is not seen and boxes that only lay out; words inside a button become its name. */
export function pruneTree(roots: readonly UiNode[]): Pruned {
  const count = { hidden: 0 };
  const nodes = roots.flatMap((root) => prune(root, count));
  return { nodes, hidden: count.hidden };
}

function prune(node: UiNode, count: { hidden: number }): UiNode[] {
  if (node.hidden) {
    count.hidden += sizeOf(node);
    return [];
  }
  const children = withoutLabels(node.children.flatMap((child) => prune(child, count)));
  const pruned = { ...node, name: tidy(node.name), children };
  if (node.role === "separator" || (node.role === "scroller" && children.length === 0)) return [];
  if (isActive(pruned) && node.role !== "choice") return [absorbWords(pruned)];
  if (node.role === "choice") return [{ ...pruned, children: [] }];
  const isBare = children.length === 0 && pruned.name === "" && !pruned.value;
  if (isBare) return [];
  const isBox = node.role === "group" && pruned.name === "";
  return isBox && children.length === 1 ? children : [pruned];
}

const sizeOf = (node: UiNode): number => node.children.reduce((sum, child) => sum + sizeOf(child), 1);

export const tidy = (text: string): string => text.replace(/\s+/g, " ").trim();

/** `Name` beside a field that is called `Name` says nothing new. */
function withoutLabels(nodes: UiNode[]): UiNode[] {
  const plain = (text: string) =>
    tidy(text)
      .replace(/[:：*]+$/, "")
      .toLowerCase();
  return nodes.filter((node, index) => {
    if (node.role !== "text" || node.name === "" || node.children.length > 0) return true;
    const next = nodes[index + 1];
    return !next || !isActive(next) || plain(next.name) !== plain(node.name);
  });
}

/** A button's own texts are its name; what acts by itself inside stays. */
function absorbWords(node: UiNode): UiNode {
  const words: string[] = [];
  const kept: UiNode[] = [];
  const visit = (child: UiNode) => {
    if (isActive(child)) return void kept.push(child);
    if (child.name !== "" && !words.includes(child.name)) words.push(child.name);
    child.children.forEach(visit);
  };
  node.children.forEach(visit);
  const isKnown = (word: string) => node.name.toLowerCase().includes(word.toLowerCase());
  const name = [node.name, ...words.filter((word) => !isKnown(word))].filter(Boolean).join(" · ");
  return { ...node, name, children: kept };
}

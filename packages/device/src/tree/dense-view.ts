import { describeNode } from "./describe-node.js";
import type { NodeIds } from "./node-ids.js";
import { isActive, pruneTree } from "./prune-tree.js";
import type { UiNode, UiRole } from "./ui-node.js";

export interface DenseViewOptions {
  /** Every row of long lists. Default false: the first ones and the true count. */
  all?: boolean;
  /** A line for each node, so that views can be compared. Default false: short ones share a line. */
  apart?: boolean;
}

/** Short pieces side by side cost one line. */
const MAX_ROW_CHARS = 100;
/** Beyond this many of a kind, the first ones stand for all. */
const MANY = 15;
const SAMPLE = 10;
const REPEATED: ReadonlySet<UiRole> = new Set<UiRole>([
  "item",
  "row",
  "cell",
  "menu-item",
  "option",
  "text",
  "group",
]);

/** Windows as lines of text with an id at everything that can be operated. */
export function denseView(
  windows: readonly UiNode[],
  ids: NodeIds,
  options: DenseViewOptions = {},
): string[] {
  const { nodes, hidden } = pruneTree(windows);
  const lines = nodes.flatMap((node) => linesOf(node, ids, options));
  return hidden > 0 ? [...lines, `(${hidden} more nodes are out of sight)`] : lines;
}

function linesOf(node: UiNode, ids: NodeIds, options: DenseViewOptions): string[] {
  const own = isActive(node) ? describeNode(node, ids.idFor(node)) : headOf(node);
  const inner = childLines(node, ids, options);
  if (node.role === "window") return [...own, ...inner];
  if (node.role === "row") return [inner.join(" | ") || own.join(" ")];
  return options.apart ? [...own, ...inner] : joined([...own, ...inner]);
}

/** What stands before the children of a node that does nothing by itself. */
function headOf({ role, name, value }: UiNode): string[] {
  if (role === "window") return [`# ${[name || "(no title)", value].filter(Boolean).join(" · ")}`];
  if (role === "progress") return [`(${[name, value].filter(Boolean).join(" ")} progress)`];
  if (name === "") return [];
  if (role === "heading") return [`## ${name}`];
  if (role === "image") return [`(image ${name})`];
  const isTitle = role === "group" || role === "list" || role === "table";
  return [isTitle ? `${shorten(name)}:` : shorten(name)];
}

const MAX_TEXT_CHARS = 300;
const shorten = (text: string): string =>
  text.length > MAX_TEXT_CHARS ? `${text.slice(0, MAX_TEXT_CHARS)}… (${text.length} characters)` : text;

function childLines(node: UiNode, ids: NodeIds, options: DenseViewOptions): string[] {
  const lines: string[] = [];
  for (const { nodes, left } of runsOf(node.children, options.all ?? false)) {
    lines.push(...nodes.flatMap((child) => linesOf(child, ids, options)));
    if (left > 0) lines.push(`… ${left} more of ${left + nodes.length}`);
  }
  return lines;
}

/** Children of a kind that follow each other, the long runs cut to a sample with all that is selected or focused. */
function runsOf(children: UiNode[], all: boolean): { nodes: UiNode[]; left: number }[] {
  const runs: UiNode[][] = [];
  for (const child of children) {
    const run = runs.at(-1);
    if (run?.[0]?.role === child.role) run.push(child);
    else runs.push([child]);
  }
  return runs.map((run) => {
    if (all || run.length <= MANY || !REPEATED.has(run[0]!.role)) return { nodes: run, left: 0 };
    const nodes = run.filter((node, index) => index < SAMPLE || node.selected || node.focused);
    return { nodes, left: run.length - nodes.length };
  });
}

const joined = (lines: string[]): string[] => {
  const isRow = lines.length > 1 && lines.every((line) => !line.startsWith("#") && !line.startsWith("…"));
  const row = lines.join(" ");
  return isRow && row.length <= MAX_ROW_CHARS ? [row] : lines;
};

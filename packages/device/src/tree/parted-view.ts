import { denseView } from "./dense-view.js";
import type { NodeIds } from "./node-ids.js";
import type { UiNode } from "./ui-node.js";

export interface TreeView {
  text: string;
  lines: string[];
}

export interface ChangedView extends TreeView {
  /** Nodes of the view that went (`- `) and came (`+ `). */
  changes: string[];
}

/** A view to be read, and the same a node a line, to be compared. */
export interface PartedView extends TreeView {
  parts: string[];
}

export function partedView(
  windows: readonly UiNode[],
  ids: NodeIds,
  all: boolean,
  notes: string[],
): PartedView {
  const lines = [...denseView(windows, ids, { all }), ...notes];
  const parts = [...denseView(windows, ids, { all, apart: true }), ...notes];
  return { lines, parts, text: lines.join("\n") };
}

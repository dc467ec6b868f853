import type { Action, ActionKind } from "./action.js";

const WORDS: Record<ActionKind, string> = {
  read: "read",
  "write-inside": "write in the workspace",
  "write-outside": "write outside the workspace",
  execute: "run",
  network: "speak to",
  browser: "act in the browser",
  device: "act on a device",
  "memory-write": "write to memory",
};
const MAX_CHARS = 160;

/** `run: git push --force (a force push)`. */
export function describeAction({ kind, target, danger }: Pick<Action, "kind" | "target" | "danger">): string {
  const line = target.trim().split("\n", 1)[0]!;
  const clipped = line.length > MAX_CHARS || line !== target.trim() ? `${line.slice(0, MAX_CHARS)}…` : line;
  return `${WORDS[kind]}: ${clipped}${danger ? ` (${danger})` : ""}`;
}

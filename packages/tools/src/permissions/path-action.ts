import type { Action, ActionKind } from "./action.js";
import { dangerOfReading, dangerOfWriting, isMemory } from "./path-danger.js";
import { isInWorkspace, type Places } from "./places.js";

export type ActionDraft = Omit<Action, "tool" | "sandboxed">;

export const readAction = (path: string, places: Places): ActionDraft =>
  draft("read", path, dangerOfReading(path, places));

export const writeAction = (path: string, places: Places): ActionDraft =>
  draft(kindOfWriting(path, places), path, dangerOfWriting(path, places));

function kindOfWriting(path: string, places: Places): ActionKind {
  if (places.dataHome && isMemory(path, places.dataHome)) return "memory-write";
  return isInWorkspace(path, places) ? "write-inside" : "write-outside";
}

const draft = (kind: ActionKind, target: string, danger: string | undefined): ActionDraft => ({
  kind,
  target,
  ...(danger && { danger }),
});

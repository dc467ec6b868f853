import type { Action } from "./action.js";
import { fitsPath, fitsText } from "./fits-pattern.js";
import type { Decision, PermissionPolicy, PermissionRule } from "./policy.js";

export interface Verdict {
  decision: Decision;
  /** The rule that made it, in words. */
  rule: string;
}

/** Where paths of patterns start. */
export interface PatternPlaces {
  workspace: string;
  home: string;
}

/** The first rule of the policy that fits the action decides. */
export function decide(policy: PermissionPolicy, action: Action, places: PatternPlaces): Verdict {
  const rule = policy.rules.find((candidate) => fits(candidate, action, places));
  return rule
    ? { decision: rule.decision, rule: describeRule(rule) }
    : { decision: "ask", rule: "no rule fits" };
}

function fits(rule: PermissionRule, action: Action, places: PatternPlaces): boolean {
  const { action: kinds, tool, match, sandboxed, workspace } = rule;
  if (action.danger && !(rule.danger ?? rule.decision !== "allow")) return false;
  if (kinds && ![kinds].flat().includes(action.kind)) return false;
  if (tool && ![tool].flat().includes(action.tool)) return false;
  if (sandboxed !== undefined && sandboxed !== (action.sandboxed ?? false)) return false;
  if (workspace !== undefined && workspace !== places.workspace) return false;
  return match === undefined || [match].flat().some((pattern) => fitsTarget(pattern, action, places));
}

const PATH_KINDS = new Set(["read", "write-inside", "write-outside", "memory-write"]);

const fitsTarget = (pattern: string, { kind, target }: Action, places: PatternPlaces): boolean =>
  PATH_KINDS.has(kind) ? fitsPath(pattern, target, places) : fitsText(pattern, target);

/** `careful: ask everything`, `config: allow execute "npm test*"`. */
function describeRule(rule: PermissionRule & { from: string }): string {
  const { decision, action, tool, match, sandboxed, from } = rule;
  const parts = [
    ...(tool ? [[tool].flat().join(", ")] : []),
    ...(action ? [[action].flat().join(", ")] : []),
    ...(match ? [JSON.stringify(match)] : []),
    ...(sandboxed === undefined ? [] : [sandboxed ? "in the sandbox" : "without a sandbox"]),
  ];
  return `${from}: ${decision} ${parts.join(" ") || "everything else"}`;
}

import { dirname, join } from "node:path";
import type { Action } from "./action.js";
import { commandPattern } from "./command-pattern.js";
import type { PermissionRule } from "./policy.js";

/**
 * What to remember of a yes: the same kind of thing in the same place. Nothing where one of the actions is
 * dangerous, since those are asked each time.
 */
export function rulesFor(
  actions: readonly Pick<Action, "kind" | "target" | "danger">[],
  tool: string,
  workspace: string,
): PermissionRule[] {
  if (actions.some(({ danger }) => danger)) return [];
  const rules = actions.map((action) => ruleFor(action, tool, workspace));
  return [...new Map(rules.map((rule) => [JSON.stringify(rule), rule])).values()];
}

function ruleFor(
  { kind, target }: Pick<Action, "kind" | "target">,
  tool: string,
  workspace: string,
): PermissionRule {
  const decision = "allow" as const;
  switch (kind) {
    case "write-inside":
    case "memory-write":
      return { decision, action: kind, workspace };
    case "read":
    case "write-outside":
      return { decision, action: kind, match: join(dirname(target), "**") };
    case "network":
      return { decision, action: kind, match: target };
    case "execute":
      return { decision, action: kind, match: commandPattern(target), workspace };
    default:
      return { decision, action: kind, tool, workspace };
  }
}

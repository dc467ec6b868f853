import { relative, sep } from "node:path";
import { type JudgedAction, type PermissionRule, rulesFor } from "@genericagent/tools";

/** The narrowest rule worth writing down for an action: in the workspace, the folder right below it. */
export function ruleOfUse(action: JudgedAction, tool: string, cwd: string): PermissionRule {
  const { kind, target } = action;
  if (kind !== "write-inside") {
    const { workspace: _, ...rule } = rulesFor([{ kind, target }], tool, cwd)[0]!;
    return rule;
  }
  const [first = "", ...rest] = relative(cwd, target).split(sep);
  return { decision: "allow", action: kind, match: rest.length > 0 ? `${first}/**` : first || "**" };
}

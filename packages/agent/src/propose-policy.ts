import { decide, type PermissionRule, type PermissionSettings, policyOf } from "@genericagent/tools";
import type { PermissionReport, Use } from "./permission-report.js";
import { ruleOfUse } from "./rule-of-use.js";

/** A no said this often, and never a yes, is a rule. */
const MIN_REFUSALS = 2;

/**
 * `careful` with one rule for each kind of action that was done, naming just what was done. What the user refused
 * again and again is forbidden; what is dangerous stays asked.
 */
export function proposePolicy(
  uses: readonly Use[],
): Pick<PermissionReport, "proposal" | "covered" | "stillAsked"> {
  const done = uses.filter(({ decision }) => decision.decision === "allow");
  const harmless = done.filter(({ action }) => !action.danger);
  const careful = policyOf({ preset: "careful" });
  const wanting = harmless.filter(
    ({ action, decision, cwd }) =>
      decide(careful, { ...action, tool: decision.tool }, { workspace: cwd, home: "" }).decision !== "allow",
  );
  const allowed = wanting.map(ruleFor);
  const refused = refusals(uses, allowed);
  const rules = [...merged(refused), ...merged(allowed)];
  const proposal: PermissionSettings = { preset: "careful", ...(rules.length > 0 && { rules }) };
  return { proposal, covered: harmless.length, stillAsked: done.length - harmless.length };
}

const ruleFor = ({ action, decision, cwd }: Use): PermissionRule => ruleOfUse(action, decision.tool, cwd);

function refusals(uses: readonly Use[], allowed: readonly PermissionRule[]): PermissionRule[] {
  const known = new Set(allowed.map((rule) => JSON.stringify(rule)));
  const counts = new Map<string, number>();
  for (const use of uses) {
    if (use.decision.by !== "user" || use.decision.decision !== "deny" || use.action.decision !== "ask")
      continue;
    const key = JSON.stringify(ruleFor(use));
    if (!use.action.danger && !known.has(key)) counts.set(key, (counts.get(key) ?? 0) + 1);
  }
  return [...counts]
    .filter(([, count]) => count >= MIN_REFUSALS)
    .map(([key]) => ({ ...(JSON.parse(key) as PermissionRule), decision: "deny" as const }));
}

/** Rules that differ only in their pattern become one. */
function merged(rules: readonly PermissionRule[]): PermissionRule[] {
  const groups = new Map<string, { rule: PermissionRule; match: Set<string> }>();
  for (const { match, ...rule } of rules) {
    const key = JSON.stringify(rule);
    const group = groups.get(key) ?? { rule, match: new Set() };
    groups.set(key, group);
    for (const pattern of [match ?? []].flat()) group.match.add(pattern);
  }
  return [...groups.values()].map(({ rule, match }) =>
    match.size === 0 ? rule : { ...rule, match: match.size === 1 ? [...match][0]! : [...match].sort() },
  );
}

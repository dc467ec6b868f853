import {
  ACTION_KINDS,
  type ActionKind,
  decide,
  type JudgedAction,
  type PermissionDecision,
  type PermissionPolicy,
  type PermissionRule,
  type PermissionSettings,
} from "@genericagent/tools";
import { proposePolicy } from "./propose-policy.js";
import type { SessionDecisions } from "./read-decisions.js";
import { ruleOfUse } from "./rule-of-use.js";

/** What was not done, or only after a question, and what opening it would mean. */
export interface HeldBack {
  /** The rule that opens it. */
  rule: PermissionRule;
  /** Why each case is asked, where it is dangerous; no rule should open that. */
  danger?: string;
  /** Tools that wanted it. */
  tools: string[];
  denied: number;
  askedAndAllowed: number;
  /** A target as it was. */
  example: string;
}

/** What one kind of action is needed for. */
export interface Capability {
  kind: ActionKind;
  /** What the policy says to a harmless action of the kind. */
  decision: string;
  opens: string[];
  used: number;
  denied: number;
}

export interface PermissionReport {
  sessions: number;
  calls: number;
  heldBack: HeldBack[];
  capabilities: Capability[];
  /** The smallest policy that covers what was really done. */
  proposal: PermissionSettings;
  /** Actions that were done and are covered by the proposal, and those that stay asked because they are dangerous. */
  covered: number;
  stillAsked: number;
}

const OPENS: Record<ActionKind, string[]> = {
  read: ["file_read", "web_scan", "code_run that only looks"],
  "write-inside": ["file_write", "file_patch", "code_run"],
  "write-outside": ["file_write", "file_patch", "code_run"],
  execute: ["code_run in every language", "skills that run code"],
  network: ["code_run with curl and the like"],
  browser: ["web_execute_js"],
  device: ["code_run with adb and the like", "desktop and phone skills"],
  "memory-write": ["start_long_term_update", "file_write in memory"],
};

/** Maps what the journals say was done and held back to the permissions it took, or would take. */
export function permissionReport(sessions: SessionDecisions[], policy: PermissionPolicy): PermissionReport {
  const uses = sessions.flatMap(({ cwd, decisions }) =>
    decisions.flatMap((decision) => decision.actions.map((action) => ({ action, decision, cwd }))),
  );
  const places = { workspace: "", home: "" };
  return {
    sessions: sessions.length,
    calls: sessions.reduce((sum, { decisions }) => sum + decisions.length, 0),
    heldBack: heldBack(uses),
    capabilities: ACTION_KINDS.map((kind) => ({
      kind,
      decision: decide(policy, { kind, tool: "", target: "" }, places).decision,
      opens: OPENS[kind],
      used: uses.filter(({ action, decision }) => action.kind === kind && decision.decision === "allow")
        .length,
      denied: uses.filter(({ action, decision }) => action.kind === kind && wasRefused(action, decision))
        .length,
    })),
    ...proposePolicy(uses),
  };
}

/** One action of one call. */
export interface Use {
  action: JudgedAction;
  decision: PermissionDecision;
  cwd: string;
}

/** Of a call that was refused, only what was not allowed is the reason. */
const wasRefused = (action: JudgedAction, { decision }: PermissionDecision): boolean =>
  decision === "deny" && action.decision !== "allow";

function heldBack(uses: readonly Use[]): HeldBack[] {
  const groups = new Map<string, HeldBack>();
  for (const { action, decision, cwd } of uses) {
    if (action.decision === "allow") continue;
    const rule = ruleOfUse(action, decision.tool, cwd);
    const { danger } = action;
    const key = JSON.stringify([rule, danger]);
    const group = groups.get(key) ?? {
      ...{ rule, tools: [], denied: 0, askedAndAllowed: 0, example: action.target },
      ...(danger && { danger }),
    };
    groups.set(key, group);
    if (!group.tools.includes(decision.tool)) group.tools.push(decision.tool);
    if (decision.decision === "deny") group.denied++;
    else group.askedAndAllowed++;
  }
  return [...groups.values()].sort((a, b) => b.denied + b.askedAndAllowed - a.denied - a.askedAndAllowed);
}

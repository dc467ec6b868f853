import type { ToolCall } from "@genericagent/core-loop";
import type { Action } from "./action.js";
import type { Decision, PermissionPolicy, PermissionRule } from "./policy.js";

/** Who decides what the tools may do. */
export interface PermissionPorts {
  policy: PermissionPolicy;
  /** Asks the user. Without it what the policy asks about is not done, and the model is told. */
  askPermission?: (request: PermissionRequest, signal: AbortSignal) => Promise<PermissionAnswer>;
  /** Keeps rules for later sessions. */
  keepRules?: (rules: PermissionRule[]) => Promise<void>;
  /** The agent's own folder, which the tools must not change unasked. */
  dataHome?: string;
  /** Whether a sandbox holds the commands of `code_run` now. Default: none does. */
  isSandboxed?: () => boolean | Promise<boolean>;
}

export interface JudgedAction extends Omit<Action, "tool"> {
  decision: Decision;
  /** The rule that made the decision, in words. */
  rule: string;
}

export interface PermissionRequest {
  call: ToolCall;
  /** Those of the call's actions that are to be asked about. */
  actions: JudgedAction[];
  /** What will happen: a diff, or the code. */
  preview: { kind: "diff" | "code" | "text"; text: string };
  /** What remembering a yes would allow; empty where every single case is asked. */
  rules: PermissionRule[];
}

export interface PermissionAnswer {
  decision: "allow" | "deny";
  /** Keep `rules` for this session, or for good. */
  remember?: "session" | "always";
  /** Told to the model with a no. */
  reason?: string;
}

/** `data` of the notice `permission-decision`, one for each call. */
export interface PermissionDecision {
  callId: string;
  tool: string;
  decision: "allow" | "deny";
  /** `nobody`: the policy asks, and there was no one to ask. */
  by: "rule" | "user" | "nobody";
  remembered?: "session" | "always";
  actions: JudgedAction[];
}

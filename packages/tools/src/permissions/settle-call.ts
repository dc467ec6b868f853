import type { JsonObject, ToolContext } from "@genericagent/core-loop";
import { classifyCall } from "./classify-call.js";
import { decide } from "./decide.js";
import { describeAction } from "./describe-action.js";
import type { JudgedAction, PermissionAnswer, PermissionDecision } from "./permission-ports.js";
import { type Places, placesOf } from "./places.js";
import { addRules } from "./policy.js";
import { previewCall } from "./preview-call.js";
import { rulesFor } from "./rules-for.js";
import type { PermissionGate } from "./with-permissions.js";

export interface Settled {
  decision: PermissionDecision;
  /** The decision in one line. */
  message: string;
  /** What the model is told in place of a result, where the call must not run. */
  refusal?: string;
}

/** More actions than this say nothing new in an event. */
const MAX_ACTIONS = 40;
const MAX_TARGET_CHARS = 500;

/** Finds out what a call does, what the policy says to it, and where that is "ask", what the user says. */
export async function settleCall(
  gate: PermissionGate,
  args: JsonObject,
  context: ToolContext,
): Promise<Settled> {
  const places = placesOf(gate.cwd, gate.dataHome, gate.env);
  const judged = await judge(gate, args, context, places);
  judged.sort((a, b) => Number(b.danger !== undefined) - Number(a.danger !== undefined));
  const denied = judged.filter(({ decision }) => decision === "deny");
  const asked = judged.filter(({ decision }) => decision === "ask");
  const base = {
    callId: context.call.id,
    tool: context.call.name,
    actions: shown([...denied, ...asked, ...judged]),
  };

  if (denied.length > 0) return refuse({ ...base, decision: "deny", by: "rule" }, denied, DENIED);
  if (asked.length === 0) return allow({ ...base, decision: "allow", by: "rule" }, judged);
  if (!gate.askPermission) return refuse({ ...base, decision: "deny", by: "nobody" }, asked, NOBODY);

  const { answer, remembered } = await ask(gate, args, context, asked, places);
  if (answer.decision === "allow")
    return allow({ ...base, decision: "allow", by: "user", ...(remembered && { remembered }) }, judged);
  return refuse({ ...base, decision: "deny", by: "user" }, asked, refusedByUser(answer.reason));
}

async function judge(
  gate: PermissionGate,
  args: JsonObject,
  context: ToolContext,
  places: Places,
): Promise<JudgedAction[]> {
  const tool = context.call.name;
  const sandboxed = tool === "code_run" && (await gate.isSandboxed?.()) ? { sandboxed: true as const } : {};
  const drafts = await classifyCall(args, context, gate, places);
  const actions = new Map(drafts.map((draft) => [JSON.stringify(draft), { ...draft, ...sandboxed }]));
  return [...actions.values()].map((action) => ({
    ...action,
    ...decide(gate.policy, { ...action, tool }, places),
  }));
}

async function ask(
  gate: PermissionGate,
  args: JsonObject,
  context: ToolContext,
  actions: JudgedAction[],
  places: Places,
): Promise<{ answer: PermissionAnswer; remembered?: "session" | "always" }> {
  const rules = rulesFor(actions, context.call.name, places.workspace);
  const preview = await previewCall(args, context, gate);
  const request = { call: context.call, actions, preview, rules };
  const answer = await gate.askPermission!(request, context.signal);
  context.signal.throwIfAborted();
  if (answer.decision !== "allow" || !answer.remember || rules.length === 0) return { answer };
  gate.policy = addRules(gate.policy, rules, answer.remember === "always" ? "remembered" : "session");
  if (answer.remember === "always") await gate.keepRules?.(rules);
  return { answer, remembered: answer.remember };
}

const DENIED = "Do without it, or tell the user what you would need it for.";
const NOBODY =
  "It needs the user's permission, and nobody can be asked here. Do without it, or end and say what you would need: the user can start again with --permissions, or add a rule to config.json.";
const refusedByUser = (reason: string | undefined): string =>
  `The user said no${reason ? `: ${reason}` : ""}. Do not try it another way; ask what they want instead.`;

function refuse(decision: PermissionDecision, actions: JudgedAction[], advice: string): Settled {
  const what = actions.slice(0, 3).map(describeAction).join("; ");
  const more = actions.length > 3 ? ` and ${actions.length - 3} more` : "";
  const message = `Not permitted: ${what}${more} (${actions[0]!.rule}).`;
  return { decision, message, refusal: `${message} Nothing was done. ${advice}` };
}

const allow = (decision: PermissionDecision, actions: JudgedAction[]): Settled => ({
  decision,
  message: `Permitted: ${actions.slice(0, 3).map(describeAction).join("; ")} (${actions[0]?.rule ?? "nothing to decide"}).`,
});

/** What was denied or asked first; each once. */
const shown = (actions: JudgedAction[]): JudgedAction[] =>
  [...new Set(actions)].slice(0, MAX_ACTIONS).map((action) => ({
    ...action,
    target:
      action.target.length > MAX_TARGET_CHARS
        ? `${action.target.slice(0, MAX_TARGET_CHARS)}…`
        : action.target,
  }));

import type { Tool } from "@genericagent/core-loop";
import type { ToolPorts } from "../tool-ports.js";
import type { PermissionPorts } from "./permission-ports.js";
import type { PermissionPolicy } from "./policy.js";

/** What a run's calls have in common: the policy grows with what is remembered for the session. */
export interface PermissionGate extends Omit<PermissionPorts, "policy"> {
  cwd: string;
  env: NodeJS.ProcessEnv;
  policy: PermissionPolicy;
}

export const permissionGate = (
  { cwd, env = process.env }: ToolPorts,
  ports: PermissionPorts,
): PermissionGate => ({
  ...ports,
  cwd,
  env,
});

/** Tools that touch nothing but the conversation. */
const FREE = new Set(["ask_user", "update_working_checkpoint"]);

/** Runs the tool only when the policy or the user permits it, and says each decision in a notice. */
export const withPermissions = (tool: Tool, gate: PermissionGate): Tool => ({
  spec: tool.spec,
  async *run(args, context) {
    if (!FREE.has(tool.spec.name)) {
      const { settleCall } = await import("./settle-call.js");
      const { decision, message, refusal } = await settleCall(gate, args, context);
      yield { type: "notice", code: "permission-decision", message, data: decision };
      if (refusal !== undefined) return { data: refusal, isError: true };
    }
    const running = tool.run(args, context);
    return "then" in running ? await running : yield* running;
  },
});

import {
  emptyUsage,
  errorMessage,
  type JsonObject,
  type LoopEvent,
  type StepOutcome,
  type ToolCall,
  type ToolResult,
  text,
} from "@genericagent/core-loop";
import type { SkillPlan, SkillRunner } from "@genericagent/memory";
import { createTools, strongestSandbox, type ToolPorts } from "@genericagent/tools";

/** A skill's run without a model, as it looks to the one who started it. */
export interface SkillRun {
  ok: boolean;
  /** What its last step printed, or how it failed. */
  output: string;
  seconds: number;
  call: ToolCall;
  result: ToolResult;
}

let runs = 0;

/** Calls `code_run` as a model would, so that the gate, the wall and the limits are the same. */
export async function* runSkill(
  handler: ReturnType<typeof createTools>["handler"],
  skill: string,
  params: JsonObject,
  signal: AbortSignal,
): AsyncGenerator<LoopEvent, SkillRun, void> {
  const call: ToolCall = {
    type: "tool-call",
    id: `skill-${process.pid}-${++runs}`,
    name: "code_run",
    args: { skill, params },
  };
  const reply = {
    message: { role: "assistant" as const, content: [call] },
    stopReason: "tool-calls" as const,
    usage: emptyUsage(),
  };
  yield { type: "tool-start", turn: 0, call };
  const started = performance.now();
  let outcome: StepOutcome;
  try {
    outcome = yield* handler.dispatch({ call, reply, turn: 0, signal });
  } catch (error) {
    signal.throwIfAborted();
    outcome = { data: errorMessage(error), isError: true };
  }
  const durationMs = performance.now() - started;
  const output = String(outcome.data);
  const ok = !outcome.isError;
  const result: ToolResult = {
    ...{ type: "tool-result", callId: call.id, name: call.name, content: [text(output)] },
    ...(!ok && { isError: true as const }),
  };
  yield { type: "tool-end", turn: 0, call, result, durationMs };
  return { ok, output: plainOutput(output), seconds: durationMs / 1000, call, result };
}

/** Without the lines that the tool wrote itself. */
export const plainOutput = (output: string): string =>
  output
    .split("\n")
    .filter(
      (line) =>
        !/^(?:\[untrusted\]|exit 0|sandbox: .*|\(skill .*: its check passed\)|\(no output\))$/.test(line),
    )
    .join("\n")
    .trim();

/**
 * The gate's runner: a wall around the fresh folder, without the network, so that trying a skill five times cannot
 * act five times on the world. Undefined where there is no wall.
 *
 * @param network for a skill that needs it, when the user says so
 */
export async function gateRunner(
  ports: Pick<ToolPorts, "env" | "permissions" | "masked" | "secretMask">,
  {
    network = false,
    signal = new AbortController().signal,
  }: { network?: boolean; signal?: AbortSignal } = {},
): Promise<SkillRunner | undefined> {
  const { sandbox } = await strongestSandbox({ writable: [] });
  if (sandbox.name === "none") return undefined;
  return async ({ plan, cwd, env }) => {
    const wall = (await strongestSandbox({ writable: [cwd], masked: ports.masked ?? [], network })).sandbox;
    const tools = createTools({
      ...ports,
      ...{ cwd, sandbox: wall, skills: { plan: async () => plan as SkillPlan } },
      env: definedOnly({ ...(ports.env ?? process.env), ...env }),
    });
    const run = runSkill(tools.handler, plan.skill, {}, signal);
    for (;;) {
      const next = await run.next();
      if (next.done) return { ok: next.value.ok, output: next.value.output };
    }
  };
}

const definedOnly = (env: NodeJS.ProcessEnv): NodeJS.ProcessEnv =>
  Object.fromEntries(Object.entries(env).filter(([, value]) => value !== undefined));

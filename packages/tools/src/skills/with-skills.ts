import {
  errorMessage,
  type JsonObject,
  type Reply,
  type StepOutcome,
  type Tool,
  type ToolContext,
  type ToolEvent,
} from "@genericagent/core-loop";
import { withEnvironment } from "./extra-environment.js";
import type { SkillPlan, SkillPort } from "./skill-port.js";

/**
 * Lets `code_run` run a skill: `{skill, params}` in place of a script. Each of its scripts goes through the same
 * gate and the same wall as one that the model wrote.
 */
export const withSkills = (codeRun: Tool, port: SkillPort): Tool => {
  const answered = new WeakSet<Reply>();
  return {
    spec: codeRun.spec,
    async *run(args, context): AsyncGenerator<ToolEvent, StepOutcome, void> {
      if (typeof args.skill !== "string") return yield* outcomeOf(codeRun, args, context);
      if (answered.has(context.reply))
        return failed("Not run: one code_run a turn. Look at the result of the first one.");
      answered.add(context.reply);
      const plan = await port.plan(args.skill, paramsOf(args)).catch((error: unknown) => errorMessage(error));
      if (typeof plan === "string") return failed(plan);
      return yield* runPlan(codeRun, args.skill, plan, context);
    },
  };
};

async function* runPlan(
  codeRun: Tool,
  name: string,
  plan: SkillPlan,
  context: ToolContext,
): AsyncGenerator<ToolEvent, StepOutcome, void> {
  const outputs: string[] = [];
  let shown: StepOutcome = { data: "(no output)" };
  let isChecked = false;
  for (;;) {
    const step = plan.step(outputs.length, outputs);
    if (!step) break;
    const args = withEnvironment({ type: step.type, script: step.code }, step.env);
    // A reply of its own: the tool allows one run for each.
    const own = { ...context, call: { ...context.call, args }, reply: { ...context.reply } };
    const outcome = yield* outcomeOf(codeRun, args, own);
    outputs.push(String(outcome.data));
    if (outcome.isError) {
      const what = step.isCheck ? "Its check failed" : `Step ${outputs.length} failed`;
      return failed(`Skill ${name}: ${what}. Work the task out yourself.\n${outcome.data}`);
    }
    if (step.isCheck) isChecked = true;
    else shown = outcome;
  }
  return isChecked ? { ...shown, data: `${shown.data}\n(skill ${name}: its check passed)` } : shown;
}

async function* outcomeOf(
  tool: Tool,
  args: JsonObject,
  context: ToolContext,
): AsyncGenerator<ToolEvent, StepOutcome, void> {
  const running = tool.run(args, context);
  return "then" in running ? await running : yield* running;
}

/** Some models write the object as a text. */
function paramsOf({ params }: JsonObject): Record<string, unknown> {
  if (typeof params === "string")
    try {
      return paramsOf({ params: JSON.parse(params) });
    } catch {
      return {};
    }
  return typeof params === "object" && params !== null ? (params as Record<string, unknown>) : {};
}

const failed = (data: string): StepOutcome => ({ data, isError: true });

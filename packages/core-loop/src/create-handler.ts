import { checkArgs } from "./check-args.js";
import type { JsonObject } from "./message.js";
import type { StepOutcome, ToolContext, ToolEvent, ToolHandler, ToolSpec } from "./tool.js";

/** One tool: what the model is told and what runs. */
export interface Tool {
  spec: ToolSpec;
  /** An async generator that yields output as it comes, or an async function. */
  run(
    args: JsonObject,
    context: ToolContext,
  ): AsyncGenerator<ToolEvent, StepOutcome, void> | Promise<StepOutcome>;
}

/**
 * A handler that finds the tool by name, checks the arguments against its schema and runs it. Unknown tools and
 * wrong arguments are answered to the model.
 */
export function createHandler(
  tools: readonly Tool[],
  extra: Pick<ToolHandler, "noTool" | "turnEnd"> = {},
): ToolHandler {
  const byName = new Map(tools.map((tool) => [tool.spec.name, tool]));
  return {
    ...extra,
    async *dispatch(context) {
      const { name } = context.call;
      const tool = byName.get(name);
      if (!tool) return refusal(`There is no tool "${name}". Tools: ${[...byName.keys()].join(", ")}.`);
      const args = withoutNulls(context.call.args);
      const problem = checkArgs(tool.spec.parameters, args);
      if (problem) return refusal(`${name} was not run: ${problem}`);
      const running = tool.run(args, context);
      return "then" in running ? await running : yield* running;
    },
  };
}

/** Some models send `null` for an argument they leave out. */
const withoutNulls = (args: JsonObject): JsonObject =>
  Object.fromEntries(Object.entries(args).filter(([, value]) => value !== null));

const refusal = (data: string): StepOutcome => ({ data, isError: true });

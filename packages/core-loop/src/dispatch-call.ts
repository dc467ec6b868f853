import { errorMessage } from "./generic-agent-error.js";
import type { LoopHooks } from "./hooks.js";
import type { LoopEvent } from "./loop-event.js";
import { type ToolCall, type ToolContent, type ToolResult, text } from "./message.js";
import type { StepOutcome, ToolContext, ToolEvent, ToolHandler } from "./tool.js";

export interface Dispatched {
  outcome: StepOutcome;
  result: ToolResult;
}

/** Runs one call and makes its one result. Throws only when aborted, or when a hook throws. */
export async function* dispatchCall(
  context: ToolContext,
  handler: ToolHandler,
  hooks: LoopHooks,
): AsyncGenerator<LoopEvent, Dispatched, void> {
  const { call, turn, signal } = context;
  signal.throwIfAborted();
  yield { type: "tool-start", turn, call };
  const started = performance.now();
  const refused = refuseCut(context) ?? (hooks.beforeTool && (await hooks.beforeTool(context)));
  const outcome = refused ?? (yield* run(context, handler));
  const result = toResult(call, outcome);
  if (hooks.afterTool) await hooks.afterTool(result, context);
  yield { type: "tool-end", turn, call, result, durationMs: performance.now() - started };
  return { outcome, result };
}

/** The result of a call that was never started. */
export const notRun = (call: ToolCall, why: string): ToolResult =>
  toResult(call, { data: `Not run: ${why}.`, isError: true });

async function* run(
  context: ToolContext,
  handler: ToolHandler,
): AsyncGenerator<ToolEvent, StepOutcome, void> {
  try {
    // A stranger's tool may forget to return anything.
    return (yield* handler.dispatch(context)) ?? { data: undefined };
  } catch (error) {
    context.signal.throwIfAborted();
    return { data: `${context.call.name} failed: ${errorMessage(error)}`, isError: true };
  }
}

/** A call whose arguments did not arrive whole is answered instead of run. */
function refuseCut({ call, reply }: ToolContext): StepOutcome | undefined {
  if (call.invalidArgs === undefined) return undefined;
  const data =
    reply.stopReason === "length"
      ? `Not run: the reply reached the output limit inside this call's arguments. Send the call again in smaller parts.`
      : `Not run: the arguments are not a JSON object: ${call.invalidArgs.slice(0, 200)}`;
  return { data, isError: true };
}

function toResult(call: ToolCall, outcome: StepOutcome): ToolResult {
  const result = { type: "tool-result" as const, callId: call.id, name: call.name };
  try {
    const content = toContent(outcome.data);
    return { ...result, content, ...(outcome.isError && { isError: true as const }) };
  } catch (error) {
    const why = `${call.name} was run, but its answer cannot be shown: ${errorMessage(error)}`;
    return { ...result, content: [text(why)], isError: true };
  }
}

function toContent(data: unknown): ToolContent[] {
  if (typeof data === "string") return [text(data)];
  if (Array.isArray(data) && data.length > 0 && data.every(isContent)) return data;
  return [text(JSON.stringify(data) ?? "")];
}

const isContent = (value: unknown): value is ToolContent => {
  const block = value as { type?: unknown; text?: unknown; data?: unknown } | null;
  return (
    (block?.type === "text" && typeof block.text === "string") ||
    (block?.type === "image" && typeof block.data === "string")
  );
};

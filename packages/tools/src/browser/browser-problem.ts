import { errorMessage, isGenericAgentError } from "@genericagent/core-loop";
import { ToolRefusal } from "../tool-refusal.js";

/** What the browser says is an answer for the model: it can do something about it. */
export function browserProblem(error: unknown, signal: AbortSignal): unknown {
  if (signal.aborted) return signal.reason;
  if (error instanceof ToolRefusal || !isGenericAgentError(error)) return error;
  return new ToolRefusal(errorMessage(error), error);
}

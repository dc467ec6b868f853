import type { AgentParts, GenericAgent, RunOptions, TaskInput } from "@genericagent/agent";
import {
  addUsage,
  emptyUsage,
  errorMessage,
  isGenericAgentError,
  type LoopResult,
  textOf,
} from "@genericagent/core-loop";
import { EXIT, type ExitCode, exitCodeFor } from "./exit-code.js";
import { isAbort, reportError } from "./report-error.js";
import type { RunSummary, RunView } from "./run-view.js";
import { withoutSummary } from "./summary-filter.js";

export interface ExecuteOptions extends Omit<RunOptions, "signal"> {
  agent: GenericAgent;
  /** Missing: the interrupted run is continued. */
  task?: TaskInput;
  view: RunView;
  signal: AbortSignal;
  /** Called before the run begins. */
  onOpen?: (parts: AgentParts) => Promise<void>;
  /** The summary stands in the output already, so errors are not told twice. */
  quiet?: boolean;
  /** Tells an error in place of the lines on stderr. */
  report?: (error: unknown) => void;
}

/** Runs one task, shows it, and says how it ended: as a summary to the view, as a code to the shell. */
export async function executeRun(options: ExecuteOptions): Promise<ExitCode> {
  const { agent, task, view, onOpen, quiet, report, ...runOptions } = options;
  const started = performance.now();
  const seen = { turns: 0, text: "", usage: emptyUsage() };
  const summary = (end: Pick<RunSummary, "reason"> & Partial<RunSummary>): RunSummary => ({
    type: "run-end",
    ...seen,
    ...end,
    text: withoutSummary(end.text ?? seen.text),
    durationMs: Math.round(performance.now() - started),
  });
  let parts: AgentParts | undefined;
  try {
    parts = await agent.open();
    await onOpen?.(parts);
    const run = agent.run(task || undefined, runOptions);
    let next = await run.next();
    for (; !next.done; next = await run.next()) {
      const event = next.value;
      if (event.type === "reply") {
        seen.turns = event.turn;
        seen.usage = addUsage(seen.usage, event.usage);
        seen.text = textOf(event.message) || seen.text;
      }
      view.event(event);
    }
    const { reason, text, data, why } = next.value satisfies LoopResult;
    view.end(
      summary({ reason, text, ...about(parts), ...(data !== undefined && { data }), ...(why && { why }) }),
    );
    return reason === "done" ? EXIT.done : reason === "exited" ? EXIT.needsUser : EXIT.failed;
  } catch (error) {
    view.pause();
    const reason = isAbort(error) ? "aborted" : "failed";
    const code = isGenericAgentError(error) ? error.code : reason === "aborted" ? "aborted" : "unknown";
    const end = {
      reason,
      error: { code, message: errorMessage(error) },
      ...about(parts),
    } as const;
    if (quiet || parts) view.end(summary(end));
    if (!report) return reportError(error);
    report(error);
    return exitCodeFor(code);
  }
}

/** Which session it was, and what its latest request cost. */
function about(parts: AgentParts | undefined): Pick<RunSummary, "session" | "context"> {
  if (!parts) return {};
  const context = parts.conversation.ledgers.at(-1);
  return { session: parts.id, ...(context && { context }) };
}

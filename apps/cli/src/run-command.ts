import type { AgentOptions } from "@genericagent/agent";
import { createAgent } from "@genericagent/agent/create-agent";
import { abortOnSignals } from "./abort-on-signals.js";
import { executeRun } from "./execute-run.js";
import { EXIT, type ExitCode } from "./exit-code.js";
import { openView } from "./open-view.js";
import { budgetOf, type SpendingFlags, withTimeLimit } from "./spending-flags.js";
import { askOnTerminal, hasTerminal, readStdin } from "./terminal.js";

export interface RunCommandOptions
  extends SpendingFlags,
    Pick<AgentOptions, "model" | "cwd" | "resume" | "createSession" | "permissions" | "recall"> {
  /** Empty: read from standard input. */
  task: string;
  json?: boolean;
}

/** `ga run`: one task from its first message to its end. */
export async function runCommand(options: RunCommandOptions): Promise<ExitCode> {
  const task = options.task.trim() || (await readStdin());
  if (task) return runOnce({ ...options, task });
  process.stderr.write('ga run needs a task: ga run "count the lines of README.md"\n');
  return EXIT.badUsage;
}

/** Runs with the view that the flags ask for; an empty task continues an interrupted run. */
export async function runOnce(options: RunCommandOptions): Promise<ExitCode> {
  const { json = false, task, maxTurns, model, cwd, resume, createSession, permissions, recall } = options;
  const view = await openView({ json });
  const aside = <T>(ask: () => Promise<T>): Promise<T> => {
    view.pause();
    return ask().finally(() => view.resume?.());
  };
  const signals = abortOnSignals();
  const limited = withTimeLimit(signals.signal, options);
  const budget = budgetOf(options);
  const agent = createAgent({
    ...(model && { model }),
    ...(cwd && { cwd }),
    ...(resume && { resume }),
    ...(createSession && { createSession }),
    ...(permissions && { permissions }),
    ...(recall && { recall }),
    ...(!json &&
      hasTerminal() && {
        askUser: (question, aborted) => aside(() => askOnTerminal(question, aborted)),
        askPermission: async (request, aborted) => {
          const { askPermission } = await import("./ask-permission.js");
          return aside(() => askPermission(request, aborted));
        },
      }),
  });
  try {
    return await executeRun({
      ...{ agent, task, view, signal: limited.signal, quiet: json },
      ...(maxTurns && { maxTurns }),
      ...(budget && { budget }),
    });
  } finally {
    limited.release();
    signals.release();
    await agent.close();
  }
}

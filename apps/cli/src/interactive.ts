import { join } from "node:path";
import { type AgentOptions, createAgent } from "@genericagent/agent";
import pc from "picocolors";
import { abortOnSignals } from "./abort-on-signals.js";
import { executeRun } from "./execute-run.js";
import { EXIT, type ExitCode } from "./exit-code.js";
import { promptLine } from "./prompt-line.js";
import { askOnTerminal } from "./terminal.js";
import { TextView } from "./text-view.js";

/** `ga` in a terminal: one conversation, task after task. Ctrl-C stops a run and keeps the conversation. */
export async function interactive(
  options: Pick<AgentOptions, "model" | "cwd" | "resume" | "permissions">,
): Promise<ExitCode> {
  const view = new TextView();
  const agent = createAgent({
    ...options,
    askUser: (question, signal) => {
      view.pause();
      return askOnTerminal(question, signal);
    },
    askPermission: async (request, signal) => {
      const { askPermission } = await import("./ask-permission.js");
      view.pause();
      return askPermission(request, signal);
    },
  });
  const { id, model, cwd, dataHome } = await agent.open();
  process.stderr.write(
    `${pc.bold("GenericAgent")} ${pc.dim(`${model} · ${cwd}`)}\n${pc.dim("Type a task. Ctrl-C stops a run; on an empty line it leaves.")}\n`,
  );
  const historyFile = join(dataHome, "prompt_history");
  for (;;) {
    const prompt = promptLine(historyFile);
    const task = await prompt.read();
    prompt.close();
    if (task === undefined || /^\s*\/?(exit|quit)\s*$/.test(task)) break;
    if (!task.trim()) continue;
    const { signal, release } = abortOnSignals();
    await executeRun({ agent, task, view, signal });
    release();
  }
  await agent.close();
  process.stderr.write(`${pc.dim(`Continue later: ga resume ${id}`)}\n`);
  return EXIT.done;
}

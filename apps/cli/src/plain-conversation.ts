import { type GenericAgent, isSlash, runSlash, type SlashResult } from "@genericagent/agent";
import { abortOnSignals } from "./abort-on-signals.js";
import { executeRun } from "./execute-run.js";
import { promptLine } from "./prompt-line.js";
import { reportError } from "./report-error.js";
import type { TextView } from "./text-view.js";

/** A conversation line by line, for terminals that cannot move their cursor. Until the user leaves. */
export async function plainConversation(
  agent: GenericAgent,
  view: TextView,
  historyFile: string,
): Promise<void> {
  for (;;) {
    const prompt = promptLine(historyFile);
    const line = await prompt.read();
    prompt.close();
    if (line === undefined || /^\s*\/?(exit|quit)\s*$/.test(line)) return;
    if (!line.trim()) continue;
    const { signal, release } = abortOnSignals();
    try {
      const result = isSlash(line) ? await slash(agent, line) : { task: line };
      if (result && "text" in result) process.stdout.write(`${result.text}\n`);
      else if (result) await executeRun({ ...result.options, agent, task: result.task, view, signal });
    } catch (error) {
      reportError(error);
    } finally {
      release();
    }
  }
}

async function slash(agent: GenericAgent, line: string): Promise<SlashResult | undefined> {
  const running = runSlash(line, agent);
  let next = await running.next();
  while (!next.done) next = await running.next();
  return next.value;
}

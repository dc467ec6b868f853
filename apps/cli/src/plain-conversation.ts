import { type GenericAgent, isSlash, runSlash, type SlashResult } from "@genericagent/agent";
import { abortOnSignals } from "./abort-on-signals.js";
import { executeRun } from "./execute-run.js";
import { promptLine } from "./prompt-line.js";
import { reportError } from "./report-error.js";
import type { RunView } from "./run-view.js";
import { withoutControls } from "./terminal/without-controls.js";

/** A conversation line by line, for terminals that cannot move their cursor. Until the user leaves. */
export async function plainConversation(
  agent: GenericAgent,
  view: RunView,
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
      if (result && "text" in result) await say(result.text);
      else if (result) await executeRun({ ...result.options, agent, task: result.task, view, signal });
    } catch (error) {
      reportError(error);
    } finally {
      release();
    }
  }
}

async function say(markdown: string): Promise<void> {
  const { renderMarkdown } = await import("./terminal/render-markdown.js");
  const width = Math.max(20, process.stdout.columns || 80) - 1;
  process.stdout.write(`${renderMarkdown(withoutControls(markdown), width).join("\n")}\n`);
}

async function slash(agent: GenericAgent, line: string): Promise<SlashResult | undefined> {
  const running = runSlash(line, agent);
  let next = await running.next();
  while (!next.done) next = await running.next();
  return next.value;
}

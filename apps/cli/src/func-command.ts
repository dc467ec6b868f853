import { readFile } from "node:fs/promises";
import { parse, resolve } from "node:path";
import type { AgentOptions } from "@genericagent/agent";
import { createAgent, findDataHome, lockFile, readJournal } from "@genericagent/agent/create-agent";
import { addUsage, emptyUsage, type Message, textOf, type Usage } from "@genericagent/core-loop";
import { costOfReplies } from "@genericagent/llm/models";
import { writeFileAtomically } from "@genericagent/tools";
import { abortOnSignals } from "./abort-on-signals.js";
import { executeRun } from "./execute-run.js";
import { EXIT, type ExitCode } from "./exit-code.js";
import { jsonView, type RunSummary, type RunView } from "./run-view.js";
import { budgetOf, type SpendingFlags, withTimeLimit } from "./spending-flags.js";
import { withoutSummary } from "./summary-filter.js";

export interface FuncOptions extends SpendingFlags, Pick<AgentOptions, "model" | "cwd" | "permissions"> {
  /** The file with the prompt. */
  func: string;
  /** Default: the prompt's name with `.result.json`. A name without `.json` gets the answer's text alone. */
  out?: string;
  /** Go on where an earlier process with this prompt file was cut off. */
  continue?: boolean;
  json?: boolean;
}

/**
 * `ga run --func FILE`: a prompt file in, a result file out. The result is whole or not there, however the run or the
 * process ends; a failure is a result too.
 */
export async function funcCommand(options: FuncOptions): Promise<ExitCode> {
  const prompt = resolve(options.func);
  const task = await readFile(prompt, "utf8").catch((error: NodeJS.ErrnoException) => {
    const why = error.code === "ENOENT" ? "it does not exist. Check the path." : error.message;
    process.stderr.write(`ga run --func cannot read the prompt ${prompt}: ${why}\n`);
    return undefined;
  });
  if (task === undefined) return EXIT.badUsage;
  const out = options.out ? resolve(options.out) : resultPath(prompt);
  const release = await lockFile(prompt, "prompt file");
  try {
    const session = options.continue ? await readSession(prompt) : undefined;
    const ended = session && (await finished(options, session));
    if (ended) {
      await writeResult(out, ended);
      return EXIT.done;
    }
    return await runFunc({ ...options, prompt, out, task, resume: session });
  } finally {
    release();
  }
}

export const resultPath = (prompt: string): string => {
  const { dir, name } = parse(prompt);
  return resolve(dir, `${name}.result.json`);
};

async function runFunc(
  options: FuncOptions & { prompt: string; out: string; task: string; resume: string | undefined },
): Promise<ExitCode> {
  const { prompt, out, task, resume, model, cwd, permissions, maxTurns, json = false } = options;
  const agent = createAgent({
    ...(model && { model }),
    ...(cwd && { cwd }),
    ...(permissions && { permissions }),
    ...(resume && { resume }),
  });
  const signals = abortOnSignals();
  const limited = withTimeLimit(signals.signal, options);
  const budget = budgetOf(options);
  const view = new ResultView(json ? jsonView((line) => process.stdout.write(line)) : undefined);
  try {
    const code = await executeRun({
      ...{ agent, view, signal: limited.signal, quiet: true },
      onOpen: ({ id }) => writeFileAtomically(`${prompt}.session`, [id]).then(() => {}),
      ...(!resume && { task }),
      ...(maxTurns && { maxTurns }),
      ...(budget && { budget }),
    });
    if (view.summary) await writeResult(out, { ...view.summary, ...(await costOf(agent)) });
    if (view.summary && process.stderr.isTTY) process.stderr.write(`${view.summary.reason}: ${out}\n`);
    return code;
  } finally {
    limited.release();
    signals.release();
    await agent.close();
  }
}

async function costOf(agent: ReturnType<typeof createAgent>): Promise<{ model?: string; costUsd?: number }> {
  const parts = await agent.open().catch(() => undefined);
  if (!parts) return {};
  const costUsd = costOfReplies(parts.conversation.spent);
  return { model: parts.model, ...(costUsd !== undefined && { costUsd }) };
}

/** The result of a session that was done, though its process did not come to write it. */
async function finished({ cwd }: FuncOptions, session: string): Promise<RunSummary | undefined> {
  const dataHome = findDataHome({ cwd: cwd ?? process.cwd() });
  const { conversation } = await readJournal(dataHome, session);
  if (conversation.ended !== "done") return undefined;
  const usage = conversation.spent.reduce<Usage>((sum, reply) => addUsage(sum, reply.usage), emptyUsage());
  const costUsd = costOfReplies(conversation.spent);
  return {
    ...{ type: "run-end", reason: "done", turns: conversation.turns, usage, durationMs: 0, session },
    text: withoutSummary(textOf(conversation.history.at(-1) as Message)),
    ...(costUsd !== undefined && { costUsd }),
  };
}

const readSession = async (prompt: string): Promise<string | undefined> =>
  (await readFile(`${prompt}.session`, "utf8").catch(() => "")).trim() || undefined;

async function writeResult(out: string, summary: RunSummary): Promise<void> {
  const { context: _, ...result } = summary;
  const text = out.endsWith(".json") ? JSON.stringify(result, null, 2) : summary.text;
  await writeFileAtomically(out, [`${text}\n`]);
}

/** Keeps how the run ended, and shows its events where they are wanted. */
class ResultView implements RunView {
  summary: RunSummary | undefined;
  readonly #shown: RunView | undefined;

  constructor(shown: RunView | undefined) {
    this.#shown = shown;
  }

  event(event: Parameters<RunView["event"]>[0]): void {
    this.#shown?.event(event);
  }

  pause(): void {}

  end(summary: RunSummary): void {
    this.summary = summary;
    this.#shown?.end(summary);
  }
}

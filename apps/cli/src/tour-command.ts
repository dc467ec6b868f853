import { cp, mkdtemp, readFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { createAgent } from "@genericagent/agent";
import { ReplaySession } from "@genericagent/llm/testing";
import pc from "picocolors";
import { abortOnSignals } from "./abort-on-signals.js";
import { executeRun } from "./execute-run.js";
import { EXIT, type ExitCode } from "./exit-code.js";
import { jsonView, type RunView } from "./run-view.js";
import { TextView } from "./text-view.js";

const shipped = (name: string): string => fileURLToPath(new URL(`../tour/${name}`, import.meta.url));

/**
 * `ga tour`: a recorded session replayed through the real loop and the real tools, in a fresh folder. It succeeds
 * only when the run's own check of the report did.
 */
export async function tourCommand({ json = false }: { json?: boolean }): Promise<ExitCode> {
  const cwd = await mkdtemp(join(tmpdir(), "genericagent-tour-"));
  await cp(shipped("orders.csv"), join(cwd, "orders.csv"));
  const task = (await readFile(shipped("task.txt"), "utf8")).trim();
  const view = json ? jsonView((line) => process.stdout.write(line)) : new TextView();
  const say = (line: string) => !json && process.stderr.write(`${line}\n`);

  say(`${pc.bold("GenericAgent tour")}: no model is running, its words and token counts are a recording.`);
  say("The loop, the tools and the files are real.");
  say(`${pc.dim("folder")} ${cwd}\n${pc.dim("task")}   ${task}\n`);

  const agent = createAgent({
    cwd,
    dataHome: join(cwd, ".genericagent"),
    permissions: "full",
    createSession: () => new ReplaySession({ cassette: shipped("tour.jsonl"), onDifference: "ignore" }),
  });
  const { signal, release } = abortOnSignals();
  const checked = { ok: false };
  const code = await executeRun({
    agent,
    task,
    view: watchCheck(view, checked),
    signal,
    quiet: json,
  });
  release();
  await agent.close();
  if (code !== EXIT.done) return code;
  if (!checked.ok) {
    process.stderr.write(`${pc.red("ga:")} The report's check failed: see ${join(cwd, "report.md")}.\n`);
    return EXIT.failed;
  }
  say(`\n${(await readFile(join(cwd, "report.md"), "utf8")).trim()}\n`);
  say(`${pc.green("Written and checked:")} ${join(cwd, "report.md")}`);
  say(`Now with a model of your own: set ANTHROPIC_API_KEY or OPENAI_API_KEY, then ${pc.bold('ga run "…"')}`);
  return EXIT.done;
}

/** The run's last code_run is its check: it exits with 1 when a figure of the report is wrong. */
const watchCheck = (view: RunView, checked: { ok: boolean }): RunView => ({
  event: (event) => {
    if (event.type === "tool-end" && event.call.name === "code_run") checked.ok = !event.result.isError;
    view.event(event);
  },
  pause: () => view.pause(),
  end: (summary) => view.end(summary),
});

import { cp, mkdtemp, readFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { createAgent } from "@genericagent/agent";
import pc from "picocolors";
import { abortOnSignals } from "./abort-on-signals.js";
import { calledAs } from "./called-as.js";
import { describeDuration } from "./describe-call.js";
import { executeRun } from "./execute-run.js";
import { EXIT, type ExitCode } from "./exit-code.js";
import { openView } from "./open-view.js";
import type { RunSummary, RunView } from "./run-view.js";
import { tourModel } from "./tour/tour-model.js";
import { type TourRun, tourTable } from "./tour/tour-table.js";

const shipped = (name: string): string => fileURLToPath(new URL(`../tour/${name}`, import.meta.url));

const YEARS = [2023, 2024, 2025];
const taskOf = (year: number): string =>
  `orders-${year}.csv holds a year of orders. Write report-${year}.md with the revenue by region and by product, and check your figures.`;

/**
 * `ga tour`: three tasks of one kind on three files, in a fresh folder: worked out and learnt, recalled, done without
 * a model. A scripted model speaks, everything else is real. It succeeds only when each report is right.
 */
export async function tourCommand({ json = false }: { json?: boolean }): Promise<ExitCode> {
  const cwd = await mkdtemp(join(tmpdir(), "genericagent-tour-"));
  for (const year of YEARS) await cp(shipped(`orders-${year}.csv`), join(cwd, `orders-${year}.csv`));
  const say = (line: string) => !json && process.stderr.write(`${line}\n`);
  say(
    `${pc.bold("GenericAgent tour")}: no model is running. Its words are a script, its tokens are estimated from them.`,
  );
  say(`The loop, the tools, the files, the memory and the skill are real.\n${pc.dim("folder")} ${cwd}`);

  const runs: TourRun[] = [];
  const { signal, release } = abortOnSignals();
  try {
    for (const [index, year] of YEARS.entries()) {
      say(`\n${pc.bold(`Run ${index + 1}`)} ${HEADINGS[index]}\n${pc.dim("task")} ${taskOf(year)}\n`);
      const { code, run } = await tourRun(cwd, year, signal, json);
      if (code !== EXIT.done) return code;
      if (!(await isRight(cwd, year))) {
        process.stderr.write(
          `${pc.red("ga:")} The report is wrong: see ${join(cwd, `report-${year}.md`)}.\n`,
        );
        return EXIT.failed;
      }
      runs.push(run);
      if (run.afterMs > SHORT_MS)
        say(pc.dim(`Trying the skill in fresh environments took ${describeDuration(run.afterMs)}, once.`));
    }
  } finally {
    release();
  }
  if (json) process.stdout.write(`${JSON.stringify({ type: "tour-end", runs })}\n`);
  say(`\n${tourTable(runs)}\n`);
  say(`${pc.green("Written and checked:")} ${YEARS.map((year) => join(cwd, `report-${year}.md`)).join(" ")}`);
  say(
    `The skill: ${pc.bold(`GA_HOME=${join(cwd, ".genericagent")} ${calledAs()} skill show revenue-report`)}`,
  );
  say(
    `Now with a model of your own: set ANTHROPIC_API_KEY or OPENAI_API_KEY, then ${pc.bold(`${calledAs()} run "…"`)}`,
  );
  return EXIT.done;
}

/** Bookkeeping alone is faster. */
const SHORT_MS = 1000;

const HEADINGS = [
  "– a new kind of task: the model works it out, and the host keeps what worked",
  "– the same kind: the skill's usage line stands in the first message",
  "– the skill has passed its check in five environments: is a model still needed?",
];

async function tourRun(
  cwd: string,
  year: number,
  signal: AbortSignal,
  json: boolean,
): Promise<{ code: ExitCode; run: TourRun }> {
  const agent = createAgent({
    ...{ cwd, dataHome: join(cwd, ".genericagent"), permissions: "full" },
    createSession: () => tourModel(),
  });
  const view = await openView({ json });
  const run: TourRun = {
    way: "worked out",
    file: `orders-${year}.csv`,
    turns: 0,
    tokens: 0,
    durationMs: 0,
    afterMs: 0,
  };
  try {
    const code = await executeRun({ agent, task: taskOf(year), view: watch(view, run), signal, quiet: json });
    return { code, run };
  } finally {
    await agent.close();
  }
}

/** Reads from the events what the run went by, and from its summary what it cost. */
const watch = (view: RunView, run: TourRun): RunView => ({
  event: (event) => {
    if (event.type === "reply") run.afterMs = performance.now();
    if (
      event.type === "tool-end" &&
      event.call.args.skill &&
      !event.result.isError &&
      event.call.name === "code_run"
    )
      run.way = event.turn === 0 ? "code" : "SOP";
    view.event(event);
  },
  pause: () => view.pause(),
  end: (summary: RunSummary) => {
    const { turns, usage } = summary;
    run.afterMs = performance.now() - run.afterMs;
    const durationMs = summary.durationMs - run.afterMs;
    Object.assign(run, { turns, tokens: usage.inputTokens + usage.outputTokens, durationMs });
    view.end(summary);
  },
});

/** The total of the report against the file, counted in whole cents and by this program. */
async function isRight(cwd: string, year: number): Promise<boolean> {
  const report = await readFile(join(cwd, `report-${year}.md`), "utf8").catch(() => "");
  const lines = (await readFile(join(cwd, `orders-${year}.csv`), "utf8")).trim().split("\n").slice(1);
  const seen = new Set<string>();
  let cents = 0;
  for (const line of lines) {
    const [, order = "", units, price] = /^([^,]*),.*,(-?\d+),([\d.]*)$/.exec(line) ?? [];
    if (!seen.has(order) && price) cents += Number(units) * Math.round(Number(price) * 100);
    seen.add(order);
  }
  return report.includes(`| Total | ${(cents / 100).toFixed(2)} |`);
}

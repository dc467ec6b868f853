import { rm } from "node:fs/promises";
import { join, resolve } from "node:path";
import {
  compressSessions,
  dataHomePaths,
  findDataHome,
  openHomeMemory,
  searchSessions,
  sessionHistory,
} from "@genericagent/agent";
import {
  approveFile,
  type ChangeEntry,
  changesOf,
  checkMemory,
  collectGarbage,
  diffStates,
  type FileDiff,
  importFolder,
  type Memory,
  rebuildState,
  undoChange,
} from "@genericagent/memory";
import pc from "picocolors";
import { EXIT, type ExitCode } from "./exit-code.js";
import { printable } from "./printable.js";
import { requireUser } from "./require-user.js";

const MAX_SHOWN = 20;

/** `ga memory`: what there is. */
export async function showMemory({ json = false }: { json?: boolean }): Promise<ExitCode> {
  const memory = await open();
  const report = await checkMemory(memory);
  const index = await memory.promptIndex();
  if (json) print(JSON.stringify({ dir: memory.dir, ...report, index }));
  else
    print(
      `${pc.bold(memory.dir)}\n${count(report.facts, "fact")}, ${count(report.files, "file")} of skills and SOPs, ${count(report.changes, "change")}, ${report.unproven.length} unproven\n\n${pc.bold("In the prompt")}\n${printable(index)}`,
    );
  if (report.problems.length > 0) print(pc.yellow(`\n${report.problems.length} problems: ga memory check`));
  return EXIT.done;
}

/** `ga memory check`: exit code 1 when something is damaged. */
export async function checkCommand({ json = false }: { json?: boolean }): Promise<ExitCode> {
  const report = await checkMemory(await open());
  const { problems, unproven } = report;
  if (json) print(JSON.stringify(report));
  else {
    for (const { path, what, mend } of problems)
      print(`${pc.red(printable(path))}: ${printable(what)}. ${pc.dim(mend)}`);
    if (unproven.length > 0)
      print(`${pc.yellow("Unproven")} (undo it, or stand behind it: ga memory approve PATH)`);
    for (const line of unproven.slice(0, MAX_SHOWN)) print(`  ${printable(line)}`);
    if (unproven.length > MAX_SHOWN) print(`  … ${unproven.length - MAX_SHOWN} more in --json`);
    if (problems.length === 0)
      print(
        `${pc.green("Nothing is damaged.")} ${count(report.facts, "fact")}, ${count(report.files, "file")}, ${count(report.changes, "change")}.`,
      );
  }
  return problems.length > 0 ? EXIT.failed : EXIT.done;
}

/** `ga memory diff [n]`: the list of changes, or the lines of one. */
export async function diffCommand(
  n: number | undefined,
  { to, limit, json = false }: { to?: number; limit: number; json?: boolean },
): Promise<ExitCode> {
  const memory = await open();
  if (n === undefined) {
    const changes = (await changesOf(memory)).slice(-limit);
    print(
      json ? JSON.stringify(changes) : changes.map(describeChange).join("\n") || "Nothing was changed yet.",
    );
    return EXIT.done;
  }
  const files = to === undefined ? await diffStates(memory, n - 1, n) : await diffStates(memory, n, to);
  print(json ? JSON.stringify(files) : files.map(describeFile).join("\n") || "Nothing differs.");
  return EXIT.done;
}

function describeChange({ n, at, by, files, receipts = [], approved, outside, undoes }: ChangeEntry): string {
  const proof = outside
    ? pc.yellow("outside")
    : receipts.length > 0
      ? pc.green("proven")
      : approved
        ? "approved"
        : "";
  const what = undoes === undefined ? files.map(({ path }) => path).join(", ") : `undo of ${undoes}`;
  return `${String(n).padStart(5)}  ${at.slice(0, 16).replace("T", " ")}  ${by.padEnd(22)} ${printable(what).slice(0, 80)}  ${proof}`;
}

function describeFile({ path, kind, line, removed, added }: FileDiff): string {
  const lines = [
    ...removed.map((each) => pc.red(`- ${printable(each)}`)),
    ...added.map((each) => pc.green(`+ ${printable(each)}`)),
  ];
  const shown = lines.slice(0, 2 * MAX_SHOWN);
  const rest =
    lines.length > shown.length ? [pc.dim(`… ${lines.length - shown.length} lines more in --json`)] : [];
  return [
    pc.bold(`${printable(path)} ${pc.dim(kind === "changed" ? `line ${line}` : kind)}`),
    ...shown,
    ...rest,
  ].join("\n");
}

export async function undoCommand(n: number): Promise<ExitCode> {
  requireUser("memory undo");
  const { n: undo } = await undoChange(await open(), n, "ga memory undo");
  print(`Change ${n} is undone; to have it back: ga memory undo ${undo}`);
  return EXIT.done;
}

/** `ga memory rebuild`: everything that can be made from something else is; or an earlier state in a folder. */
export async function rebuildCommand({ at, into }: { at?: number; into?: string }): Promise<ExitCode> {
  const memory = await open();
  if (at !== undefined || into !== undefined) {
    if (at === undefined || into === undefined) {
      process.stderr.write("ga: --at and --into go together: ga memory rebuild --at 12 --into DIR\n");
      return EXIT.badUsage;
    }
    const { files, lost } = await rebuildState(memory, at, resolve(into));
    print(`The memory after change ${at}, ${count(files, "file")}, is in ${resolve(into)}.`);
    if (lost.length > 0) print(pc.red(`The journal does not hold ${lost.join(", ")}.`));
    return lost.length > 0 ? EXIT.failed : EXIT.done;
  }
  const home = findDataHome({ cwd: process.cwd() });
  const isChanged = await memory.syncIndex("ga memory rebuild");
  await rm(join(memory.dir, ".ga", "index"), { recursive: true, force: true });
  await rm(join(dataHomePaths(home).sessions, "history.tsv"), { force: true });
  const tasks = (await sessionHistory(home)).length;
  await searchSessions(home, { text: "rebuild" });
  print(
    `The index ${isChanged ? "was mended" : "is as it should be"}; ${count(tasks, "task")} in the history; the search is made anew.`,
  );
  return EXIT.done;
}

export async function gcCommand({ dryRun = false }: { dryRun?: boolean }): Promise<ExitCode> {
  const garbage = await collectGarbage(await open(), { dryRun });
  const sessions = await compressSessions(findDataHome({ cwd: process.cwd() }), { dryRun });
  for (const { path, bytes, why } of garbage) print(`${printable(path)}  ${bytes} bytes  ${pc.dim(why)}`);
  for (const { id, before, after } of sessions)
    print(`session ${id}  ${before}${after === undefined ? "" : ` → ${after}`} bytes`);
  print(
    `${count(garbage.length, "file")} to remove, ${count(sessions.length, "session")} to compress${dryRun ? "" : ": done"}.`,
  );
  return EXIT.done;
}

export async function importCommand(dir: string): Promise<ExitCode> {
  requireUser("memory import");
  const { copied, left, unproven } = await importFolder(await open(), resolve(dir), "ga memory import");
  for (const { path, why } of left) print(`${pc.yellow("left out")} ${printable(path)}: ${printable(why)}`);
  for (const line of unproven.slice(0, MAX_SHOWN)) print(`${pc.dim("unproven")} ${printable(line)}`);
  if (unproven.length > MAX_SHOWN) print(pc.dim(`… ${unproven.length - MAX_SHOWN} more: ga memory check`));
  print(
    `${count(copied.length, "file")} copied, ${left.length} left out, ${count(unproven.length, "entry", "entries")} without a proof.`,
  );
  return EXIT.done;
}

export async function approveCommand(path: string): Promise<ExitCode> {
  requireUser("memory approve");
  if (await approveFile(await open(), path, "ga memory approve")) {
    print(`You stand behind ${path} as it is now.`);
    return EXIT.done;
  }
  process.stderr.write(`ga: there is no ${path} in the memory. Paths: ga memory check --json\n`);
  return EXIT.badUsage;
}

const count = (number: number, one: string, many = `${one}s`): string =>
  `${number} ${number === 1 ? one : many}`;

/** What was changed behind the door is said at once. */
function open(): Promise<Memory> {
  return openHomeMemory(findDataHome({ cwd: process.cwd() }), {
    onOutside: (changes) => {
      const paths = changes.slice(0, 5).map(({ path, kind }) => `${path} (${kind})`);
      const more = changes.length > 5 ? ` and ${changes.length - 5} more` : "";
      process.stderr.write(
        pc.yellow(`Changed behind the door, kept as unproven: ${printable(paths.join(", "))}${more}\n`),
      );
    },
  });
}

const print = (text: string): void => void process.stdout.write(`${text}\n`);

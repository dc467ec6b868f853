import { spawn } from "node:child_process";
import { mkdirSync, openSync } from "node:fs";
import { join } from "node:path";
import {
  type AgentOptions,
  createAgent,
  dataHomePaths,
  findDataHome,
  newTaskName,
  serveTask,
  TaskFolder,
  taskPath,
} from "@genericagent/agent";
import { writeFileAtomically } from "@genericagent/tools";
import { abortOnSignals } from "./abort-on-signals.js";
import { EXIT, type ExitCode } from "./exit-code.js";
import { budgetOf, type SpendingFlags } from "./spending-flags.js";

export interface TaskOptions extends SpendingFlags, Pick<AgentOptions, "model" | "cwd" | "permissions"> {
  /** Default: a random one. */
  name?: string | undefined;
  /** The first task; without it `input.txt` is read. */
  input?: string;
  /** Where task folders are. Default: `tasks` in the data home. */
  dir?: string;
  resume?: boolean;
  /** Start it in the background and return. */
  bg?: boolean;
  verbose?: boolean;
  /** Seconds without a reply after which the task ends. */
  idle?: number;
}

/** `ga task NAME`: a long-lived task that is talked to by files. */
export async function taskCommand(options: TaskOptions): Promise<ExitCode> {
  const parent = options.dir ?? dataHomePaths(findDataHome({ cwd: options.cwd ?? process.cwd() })).tasks;
  const name = options.name ?? (await newTaskName(parent));
  if (options.bg) return startInBackground(parent, name, options);
  const folder = await TaskFolder.open(parent, name, { resume: options.resume ?? false });
  try {
    if (options.input !== undefined) await folder.writeInput(options.input);
    if (!options.resume && (await folder.readInput()) === undefined) {
      process.stderr.write(
        `Task "${name}" has nothing to do: give --input "…", or write ${folder.path}/input.txt.\n`,
      );
      return EXIT.badUsage;
    }
    process.stderr.write(`${folder.path}\n`);
    return await serve(folder, options);
  } finally {
    folder.close();
  }
}

async function serve(folder: TaskFolder, options: TaskOptions): Promise<ExitCode> {
  const { model, cwd, permissions, verbose = false, idle, maxTurns } = options;
  const resume = folder.earlier?.session;
  const agent = createAgent({
    ...(model && { model }),
    ...(cwd && { cwd }),
    ...(permissions && { permissions }),
    ...(resume && { resume }),
  });
  const { signal, release } = abortOnSignals();
  const budget = budgetOf(options);
  try {
    await serveTask(agent, folder, {
      ...{ signal, verbose },
      ...(idle && { idleMs: idle * 1000 }),
      ...(maxTurns && { maxTurns }),
      ...(budget && { budget }),
    });
    return EXIT.done;
  } finally {
    release();
    await agent.close();
  }
}

/** Prints the pid and the folder; what the process says goes to files there. */
async function startInBackground(parent: string, name: string, options: TaskOptions): Promise<ExitCode> {
  const path = taskPath(parent, name);
  mkdirSync(path, { recursive: true });
  if (options.input !== undefined && !options.resume)
    await writeFileAtomically(join(path, "input.txt"), [options.input]);
  const given = process.argv.slice(2).filter((word) => word !== "--bg");
  const args = options.name === undefined ? ["task", name, ...given.slice(1)] : given;
  const log = (file: string) => openSync(join(path, file), "a", 0o600);
  const child = spawn(process.execPath, [...process.execArgv, process.argv[1]!, ...args], {
    detached: true,
    stdio: ["ignore", log("stdout.log"), log("stderr.log")],
    windowsHide: true,
  });
  child.unref();
  process.stdout.write(`${child.pid}\n${path}\n`);
  return EXIT.done;
}

import type { Preset } from "@genericagent/tools";
import { Command, CommanderError, InvalidArgumentError, Option } from "commander";
import { addReflectCommands } from "./add-reflect-commands.js";
import { addBrowserCommands } from "./browser/add-browser-commands.js";
import { EXIT, type ExitCode } from "./exit-code.js";
import { addMemoryCommands } from "./memory-program.js";
import { reportError } from "./report-error.js";
import { addSkillCommands } from "./skill-program.js";
import type { SpendingFlags } from "./spending-flags.js";

interface RunFlags extends SpendingFlags {
  model?: string;
  cwd?: string;
  permissions?: Preset;
  recall?: "auto" | "ask" | "off";
  json?: boolean;
}

interface FuncFlags extends RunFlags {
  func?: string;
  out?: string;
  continue?: boolean;
}

/** Words that begin with no command are mostly a task. */
function refuseWords(program: Command, words: readonly string[]): never {
  const task = JSON.stringify(words.join(" "));
  program.error(
    `error: there is no command ${JSON.stringify(words[0])}. Is it a task? Then: ga run ${task}`,
    {
      code: "commander.unknownCommand",
    },
  );
}

/** Reads the command line and runs one command; each command's code is loaded when it is called. */
export async function main(argv: string[], version: string): Promise<void> {
  let code: ExitCode = EXIT.done;
  const program = createProgram(version, (result) => {
    code = result;
  });
  try {
    await program.parseAsync(argv);
  } catch (error) {
    code = error instanceof CommanderError ? usageCode(error) : reportError(error);
  }
  process.exitCode = code;
}

function createProgram(version: string, setCode: (code: ExitCode) => void): Command {
  const program = new Command("ga")
    .description("GenericAgent: an agent that works on your computer and learns from what worked.")
    .version(version, "-V, --version")
    .enablePositionalOptions()
    .showHelpAfterError("(ga --help shows the commands)")
    .configureHelp({ showGlobalOptions: true })
    .helpCommand("help [command]", "show the commands, or one of them")
    .allowExcessArguments()
    .exitOverride();

  withModel(program).action(async (flags: RunFlags, { args }: Command) => {
    if (args.length > 0) refuseWords(program, args);
    const { start } = await import("./start.js");
    setCode(await start(flags));
  });

  withRun(program.command("run").description("run one task to its end"))
    .argument("[task...]", "the task; read from standard input when missing")
    .option("--func <file>", "read the task from a file and write the result to another")
    .option("--out <file>", "with --func: the result file (default: FILE.result.json)")
    .option("--continue", "with --func: go on where this prompt file was cut off")
    .action(async (words: string[], { func, ...flags }: FuncFlags) => {
      if (func !== undefined) {
        const { funcCommand } = await import("./func-command.js");
        return setCode(await funcCommand({ ...flags, func }));
      }
      const { runCommand } = await import("./run-command.js");
      setCode(await runCommand({ ...flags, task: words.join(" ") }));
    });

  withSpending(withModel(program.command("task").description("a long-lived task that is talked to by files")))
    .argument("[name]", "its folder below the tasks of the data home; random when missing")
    .option("--input <text>", "the first task; else input.txt in the folder")
    .option("--dir <dir>", "where task folders are")
    .option("--resume", "go on with a task whose process has ended")
    .option("--bg", "start it in the background; print its pid and its folder")
    .option("--verbose", "write the tools' answers to the output as well")
    .option("--idle <seconds>", "end after this long without a reply (600)", parseNumber)
    .action(async (name: string | undefined, flags: RunFlags) => {
      const { taskCommand } = await import("./task-command.js");
      setCode(await taskCommand({ ...flags, name }));
    });

  withRun(program.command("resume").description("continue a session after a crash, an abort or a question"))
    .argument("[id]", "the session; the latest when missing")
    .argument("[text...]", "an answer or a further task")
    .option("--answer <text>", "the answer to the session's question; once for each of several", collect)
    .action(async (id: string | undefined, words: string[], flags: RunFlags & { answer?: string[] }) => {
      const { resumeCommand } = await import("./resume-command.js");
      setCode(await resumeCommand({ ...flags, id, task: words.join(" ") }));
    });

  program
    .command("doctor")
    .description("show what is configured, found and missing, each with the mend")
    .option("--json", "print the checks as JSON")
    .action(async (flags: { json?: boolean }) => {
      const { doctorCommand } = await import("./doctor-command.js");
      setCode(await doctorCommand(flags));
    });

  program
    .command("permissions")
    .description("show what was denied or asked, what it would open, and the smallest policy for what you do")
    .option("--json", "print the report as JSON")
    .action(async (flags: { json?: boolean }) => {
      const { permissionsCommand } = await import("./permissions-command.js");
      setCode(await permissionsCommand(flags));
    });

  program
    .command("context")
    .description("show what each request of a session cost, part by part")
    .argument("[id]", "the session; the latest when missing")
    .option("--json", "print the ledgers as JSON")
    .action(async (id: string | undefined, flags: { json?: boolean }) => {
      const { contextCommand } = await import("./context-command.js");
      setCode(await contextCommand({ id, ...flags }));
    });

  program
    .command("ps")
    .description("list what sessions left running, or end it")
    .option("--end <pid|all>", "end one of the list, or everything")
    .option("--json", "print the list as JSON")
    .action(async (flags: { end?: string; json?: boolean }) => {
      const { psCommand } = await import("./ps-command.js");
      setCode(await psCommand(flags));
    });

  addSkillCommands(program, setCode);
  addMemoryCommands(program, setCode);
  addBrowserCommands(program, setCode, parseCount);

  program
    .command("device")
    .description("see and drive the desktop and Android devices")
    .argument("[args...]", "ga device --help shows the commands")
    .helpOption(false)
    .allowUnknownOption()
    .passThroughOptions()
    .action(async (args: string[]) => {
      const { deviceCommand } = await import("./device-command.js");
      setCode(await deviceCommand(args));
    });

  program
    .command("tour")
    .description("see it learn: three runs of one kind with real tools on real files; needs no model")
    .option("--json", "print one event a line")
    .action(async (flags: { json?: boolean }) => {
      const { tourCommand } = await import("./tour-command.js");
      setCode(await tourCommand(flags));
    });

  addReflectCommands(program, setCode);

  return program;
}

const withModel = (command: Command): Command =>
  command
    .option("-m, --model <provider/model>", "the model to ask")
    .option("-C, --cwd <dir>", "the folder to work in")
    .addOption(new Option("--permissions <preset>", "what may be done unasked").choices(PRESETS));

const PRESETS = ["careful", "auto", "unattended", "read-only", "full"] satisfies Preset[];

const withSpending = (command: Command): Command =>
  command
    .option("--max-turns <n>", "model calls at most", parseCount)
    .option("--max-tokens <n>", "tokens at most, input and output together", parseCount)
    .option("--max-cost <usd>", "US dollars at most", parseNumber)
    .option("--time-limit <seconds>", "seconds at most", parseNumber);

const withRun = (command: Command): Command =>
  withSpending(withModel(command))
    .addOption(
      new Option("--recall <mode>", "whether a proven skill may do the task without a model").choices([
        "auto",
        "ask",
        "off",
      ]),
    )
    .option("--json", "print one event a line, the last of type run-end");

const collect = (value: string, earlier: string[] = []): string[] => [...earlier, value];

function parseCount(value: string): number {
  const count = Number(value);
  if (Number.isInteger(count) && count > 0) return count;
  throw new InvalidArgumentError("It must be a whole number above 0.");
}

function parseNumber(value: string): number {
  const number = Number(value);
  if (Number.isFinite(number) && number > 0) return number;
  throw new InvalidArgumentError("It must be a number above 0.");
}

/** Help and version end as commander says; everything else is bad usage, and commander has already said why. */
const usageCode = (error: CommanderError): ExitCode => (error.exitCode === 0 ? EXIT.done : EXIT.badUsage);

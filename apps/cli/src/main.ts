import type { Preset } from "@genericagent/tools";
import { Command, CommanderError, InvalidArgumentError, Option } from "commander";
import { EXIT, type ExitCode } from "./exit-code.js";
import { addMemoryCommands } from "./memory-program.js";
import { reportError } from "./report-error.js";
import { addSkillCommands } from "./skill-program.js";

interface RunFlags {
  model?: string;
  cwd?: string;
  permissions?: Preset;
  maxTurns?: number;
  recall?: "auto" | "ask" | "off";
  json?: boolean;
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
    .exitOverride();

  withModel(program).action(async (flags: RunFlags) => {
    const { start } = await import("./start.js");
    setCode(await start(flags));
  });

  withRun(program.command("run").description("run one task to its end"))
    .argument("[task...]", "the task; read from standard input when missing")
    .action(async (words: string[], flags: RunFlags) => {
      const { runCommand } = await import("./run-command.js");
      setCode(await runCommand({ ...flags, task: words.join(" ") }));
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

  program
    .command("tour")
    .description("see it learn: three runs of one kind with real tools on real files; needs no model")
    .option("--json", "print one event a line")
    .action(async (flags: { json?: boolean }) => {
      const { tourCommand } = await import("./tour-command.js");
      setCode(await tourCommand(flags));
    });

  return program;
}

const withModel = (command: Command): Command =>
  command
    .option("-m, --model <provider/model>", "the model to ask")
    .option("-C, --cwd <dir>", "the folder to work in")
    .addOption(new Option("--permissions <preset>", "what may be done unasked").choices(PRESETS));

const PRESETS = ["careful", "auto", "unattended", "read-only", "full"] satisfies Preset[];

const withRun = (command: Command): Command =>
  withModel(command)
    .option("--max-turns <n>", "model calls at most", parseCount)
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

/** Help and version end as commander says; everything else is bad usage, and commander has already said why. */
const usageCode = (error: CommanderError): ExitCode => (error.exitCode === 0 ? EXIT.done : EXIT.badUsage);

import { type Command, InvalidArgumentError } from "commander";
import type { ExitCode } from "./exit-code.js";

type Run = (commands: typeof import("./memory-command.js")) => Promise<ExitCode>;

/** `ga memory …` and `ga sessions`; the code of the commands is loaded when one is called. */
export function addMemoryCommands(program: Command, setCode: (code: ExitCode) => void): void {
  const memory = program.command("memory").description("look at the memory, check it, undo, import");
  const run = async (call: Run): Promise<void> => setCode(await call(await import("./memory-command.js")));

  memory
    .command("show", { isDefault: true })
    .description("where it is, what it holds, and the index that stands in the prompt")
    .option("--json", "print it as JSON")
    .action((flags: { json?: boolean }) => run(({ showMemory }) => showMemory(flags)));
  memory
    .command("check")
    .description("look for damage, for changes behind the door and for what nothing proves")
    .option("--json", "print the report as JSON")
    .action((flags: { json?: boolean }) => run(({ checkCommand }) => checkCommand(flags)));
  memory
    .command("diff")
    .description("list the changes, or show what one changed")
    .argument("[n]", "number of a change", parseNumber)
    .option("--to <n>", "show all lines that changed from n to this one", parseNumber)
    .option("--limit <n>", "changes to list", parseNumber, 20)
    .option("--json", "print it as JSON")
    .action((n: number | undefined, flags: { to?: number; limit: number; json?: boolean }) =>
      run(({ diffCommand }) => diffCommand(n, flags)),
    );
  memory
    .command("undo <n>")
    .description("take a change back; what came after it stays")
    .action((n: string) => run(({ undoCommand }) => undoCommand(parseNumber(n))));
  memory
    .command("rebuild")
    .description("make the index, the history and the search anew; with --at, an earlier state into a folder")
    .option("--at <n>", "the state after this change", parseNumber)
    .option("--into <dir>", "the folder for that state; it must be empty")
    .action((flags: { at?: number; into?: string }) => run(({ rebuildCommand }) => rebuildCommand(flags)));
  memory
    .command("gc")
    .description("remove what nothing refers to, compress old sessions")
    .option("--dry-run", "only list it")
    .action((flags: { dryRun?: boolean }) => run(({ gcCommand }) => gcCommand(flags)));
  memory
    .command("import <dir>")
    .description("bring in a memory folder, such as GenericAgent's, as one change")
    .action((dir: string) => run(({ importCommand }) => importCommand(dir)));
  memory
    .command("approve <path>")
    .description("stand behind a file of the memory as it is")
    .action((path: string) => run(({ approveCommand }) => approveCommand(path)));

  program
    .command("sessions")
    .description("list past tasks, or search everything that was said and done in them")
    .argument("[words...]", "what to look for")
    .option("--since <date>", "from this ISO date on")
    .option("--until <date>", "up to this ISO date")
    .option("--file <path>", "only sessions that wrote a file with this in its path")
    .option("--skill <name>", "only sessions that used this skill")
    .option("--limit <n>", "how many", parseNumber, 10)
    .option("--json", "print them as JSON")
    .action(async (words: string[], flags: import("./sessions-command.js").SessionsFlags) => {
      const { sessionsCommand } = await import("./sessions-command.js");
      setCode(await sessionsCommand(words.join(" "), flags));
    });
}

function parseNumber(value: string): number {
  const number = Number(value);
  if (Number.isInteger(number) && number >= 0) return number;
  throw new InvalidArgumentError("It must be a whole number.");
}
